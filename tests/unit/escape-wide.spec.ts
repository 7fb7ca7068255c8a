import { expect, test } from "@playwright/test";
import { escapeWide } from "@/server/scanner/escape-wide";
import { createProbeScript } from "@/server/scanner/page/probe/probe-script";

test("the script that runs in pages is valid and has no characters outside Latin-1", () => {
  const source = createProbeScript();
  expect(source).not.toMatch(/[\u0100-\uffff]/);
  expect(() => new Function(source)).not.toThrow();
});

test("escaped strings, expressions and names keep their meaning", () => {
  const run = (code: string): unknown => new Function(`return ${code}`)();
  for (const code of [
    '"→ 漢字 😀"',
    '"a–b".split(/[–—]/).length',
    '/^\\p{L}[’😀]$/u.test("ä😀")',
    "((ε) => ε + 1)(2)",
  ]) {
    expect(escapeWide(code)).toMatch(/^[\0-\xff]*$/);
    expect(run(escapeWide(code))).toEqual(run(code));
  }
});

test("a backslash before a character to escape is an error", () => {
  expect(() => escapeWide("/\\–/")).toThrow("backslash");
});
