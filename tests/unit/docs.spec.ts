import { expect, test } from "@playwright/test";
import { replaceBlock } from "@/scripts/docs/blocks";
import { renderConfiguration } from "@/scripts/docs/configuration";
import { renderErrors } from "@/scripts/docs/errors";
import { renderScores } from "@/scripts/docs/scores";
import { EnvSchema } from "@/server/core/env";
import { errorTable } from "@/server/core/errors";

test("every variable stands once in the generated tables, with its meaning", () => {
  const text = renderConfiguration();
  for (const name of Object.keys(EnvSchema.shape)) {
    const rows = text.split("\n").filter((line) => line.startsWith(`| \`${name}\` |`));
    expect(rows, name).toHaveLength(1);
    expect(rows[0]?.split(" | ")[2]?.length, name).toBeGreaterThan(10);
  }
});

test("every error code stands in the generated table with its status", () => {
  const text = renderErrors();
  for (const [code, { status }] of Object.entries(errorTable)) expect(text).toContain(`| ${status} | \`${code}\` |`);
});

test("the documented scores name their weights", () => {
  expect(renderScores()).toContain("| critical | 10 |");
});

test("only the text between the marks of a block is replaced", () => {
  const document = "before\n<!-- generated: x -->\nold\n<!-- end: x -->\nafter\n";
  expect(replaceBlock(document, "x", "new")).toBe("before\n<!-- generated: x -->\n\nnew\n\n<!-- end: x -->\nafter\n");
  expect(() => replaceBlock("nothing", "x", "new")).toThrow("generated: x");
});
