import { expect, test } from "@playwright/test";
import { replaceBlock } from "@/scripts/docs/blocks";
import { renderConfiguration } from "@/scripts/docs/configuration";
import { renderErrors } from "@/scripts/docs/errors";
import { renderScores } from "@/scripts/docs/scores";
import { EnvSchema } from "@/server/core/env";
import { errorTable } from "@/server/core/errors";

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

test("the generated table lists every error code with its status", () => {
  const rows = rowsOf(renderErrors()).map(([status, code]) => `${status} ${code}`);
  for (const [code, { status }] of Object.entries(errorTable)) expect(rows).toContain(`${status} \`${code}\``);
});

test("the documented scores state their weights", () => {
  expect(rowsOf(renderScores())).toContainEqual(["critical", "10"]);
});

test("replaces only the text between a block's marks", () => {
  const document = "before\n<!-- generated: x -->\nold\n<!-- end: x -->\nafter\n";
  expect(replaceBlock(document, "x", "new")).toBe("before\n<!-- generated: x -->\n\nnew\n\n<!-- end: x -->\nafter\n");
  expect(() => replaceBlock("nothing", "x", "new")).toThrow("generated: x");
});
