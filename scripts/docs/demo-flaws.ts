import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { table } from "./markdown";

const Flaw = z.strictObject({
  /** axe's rule id; omitted if only a person can find the flaw. */
  rule: z.string().optional(),
  outcome: z.enum(["failed", "needs_review", "person"]),
  elements: z.number().int(),
  selector: z.string(),
  what: z.string(),
  wcag: z.array(z.string()).optional(),
});
type Flaw = z.infer<typeof Flaw>;

export const DemoFlaws = z.strictObject({
  shop: z.string(),
  on_every_page: z.array(Flaw),
  pages: z.array(z.strictObject({ path: z.string(), flaws: z.array(Flaw) })),
  /** The pages that demo/checkout.yaml scans. `page` is the name of the scan step. */
  journey: z.array(z.strictObject({ page: z.string(), flaws: z.array(Flaw) })),
  documents: z.array(
    z.strictObject({
      path: z.string(),
      linked_from: z.array(z.string()),
      flaws: z.array(
        z.strictObject({ rule: z.string(), clause: z.string(), what: z.string(), wcag: z.array(z.string()) }),
      ),
    }),
  ),
  besides_accessibility: z.array(z.strictObject({ path: z.string(), what: z.string() })),
});
export type DemoFlaws = z.infer<typeof DemoFlaws>;

const foundBy = { failed: "engine", needs_review: "engine (needs review)", person: "person" } as const;

export const readDemoFlaws = (): DemoFlaws =>
  DemoFlaws.parse(JSON.parse(readFileSync(join(root, "demo", "expected.json"), "utf8")));

const row = ({ rule, outcome, elements, selector, what, wcag }: Flaw): string[] => [
  rule ? `\`${rule}\`` : "",
  String(elements),
  `\`${selector}\``,
  what,
  wcag?.join(", ") ?? "",
  foundBy[outcome],
];

const flawTable = (flaws: readonly Flaw[]): string =>
  table(["Rule", "Elements", "Where", "What", "WCAG", "Found by"], flaws.map(row));

/** Renders the flaws listed in demo/README.md from demo/expected.json. */
export const renderDemoFlaws = (): string => {
  const { on_every_page, pages, journey, documents, besides_accessibility } = readDemoFlaws();
  return [
    "## On every page",
    flawTable(on_every_page),
    ...pages.flatMap(({ path, flaws }) => [`## ${path}`, flawTable(flaws)]),
    "## Pages of the checkout journey",
    table(
      ["Page", "Rule", "Elements", "Where", "What", "WCAG", "Found by"],
      journey.flatMap(({ page, flaws }) => flaws.map((flaw) => [page, ...row(flaw)])),
    ),
    "## Linked PDFs",
    table(
      ["PDF", "Linked from", "Rule", "Clause", "What", "WCAG"],
      documents.flatMap(({ path, linked_from, flaws }) =>
        flaws.map(({ rule, clause, what, wcag }) => [
          ...[path, linked_from.join(", "), `\`${rule}\``, clause, what, wcag.join(", ")],
        ]),
      ),
    ),
    "## Besides accessibility",
    table(
      ["Page", "What"],
      besides_accessibility.map(({ path, what }) => [path, what]),
    ),
  ].join("\n\n");
};
