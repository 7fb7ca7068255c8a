import { expect, test } from "@playwright/test";
import { replaceBlock } from "@/scripts/docs/blocks";
import { renderConfiguration } from "@/scripts/docs/configuration";
import { renderErrors } from "@/scripts/docs/errors";
import { renderRetention } from "@/scripts/docs/retention";
import { renderScores } from "@/scripts/docs/scores";
import { EnvSchema, env } from "@/server/core/env";
import { errorTable } from "@/server/core/errors";
import { keptTables } from "@/server/domains/operations/retention";
import { configure } from "@/tests/support/configure";

/** Returns the cells of a generated table, without the padding that aligns them. */
const rowsOf = (markdown: string): string[][] =>
  markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim()),
    );

test("the generated tables list every variable once, with its meaning", () => {
  const table = rowsOf(renderConfiguration());
  for (const name of Object.keys(EnvSchema.shape)) {
    const rows = table.filter(([first]) => first === `\`${name}\``);
    expect(rows, name).toHaveLength(1);
    expect(rows[0]?.[2]?.length, name).toBeGreaterThan(10);
  }
});

test("the generated table lists every error code with its HTTP status", () => {
  const rows = rowsOf(renderErrors()).map(([status, code]) => `${status} ${code}`);
  for (const [code, { status }] of Object.entries(errorTable)) expect(rows).toContain(`${status} \`${code}\``);
});

test("the generated table lists every purged table once, with its retention in days or the variable that sets it", () => {
  const rows = rowsOf(renderRetention());
  for (const { data, days, from = "" } of keptTables) {
    const kept = rows.filter(([first]) => first === data).map(([, period]) => period);
    expect(kept, data).toEqual([expect.stringContaining(from)]);
    if (days !== 0) expect(kept[0]).toMatch(new RegExp(`^(${days} days?\\b|\`${days}\`)`));
  }
});

test("the generated table shows the defaults of variables, whatever their current values", () => {
  const { SECURITY_LOG_KEPT_DAYS } = env;
  configure({ SECURITY_LOG_KEPT_DAYS: SECURITY_LOG_KEPT_DAYS + 1 });
  const rows = rowsOf(renderRetention());
  configure({ SECURITY_LOG_KEPT_DAYS });
  expect(rows).toContainEqual(["Sign-ins and other security events", "`SECURITY_LOG_KEPT_DAYS`; default: 90 days"]);
});

test("the documentation of scores states the weights", () => {
  expect(rowsOf(renderScores())).toContainEqual(["critical", "10"]);
});

test("replaces only the text between a block's markers", () => {
  const document = "before\n<!-- generated: x -->\nold\n<!-- end: x -->\nafter\n";
  expect(replaceBlock(document, "x", "new")).toBe("before\n<!-- generated: x -->\n\nnew\n\n<!-- end: x -->\nafter\n");
  expect(() => replaceBlock("nothing", "x", "new")).toThrow("generated: x");
});
