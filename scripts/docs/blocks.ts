import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderClauses } from "./clauses";
import { renderConfiguration, renderEnvironment } from "./configuration";
import { renderDemoFlaws } from "./demo-flaws";
import { renderRegistry, renderTemplates } from "./emails";
import { renderErrors } from "./errors";
import { renderJourneySchema } from "./journey-schema";
import { listNamespaces, renderTexts } from "./messages";
import { renderPermissions } from "./permissions";
import { renderRetention } from "./retention";
import { renderAccessibilityScore, renderBands, renderScores } from "./scores";

interface Block {
  file: string;
  /** Name of the generated part; if omitted, the whole file is generated. */
  name?: string;
  render(): string | Promise<string>;
}

/** The order matters, because rendering the table of templates imports the registry. */
const blocks: Block[] = [
  ...listNamespaces().map((name) => ({ file: `messages/texts/${name}.ts`, render: () => renderTexts(name) })),
  { file: "emails/registry.ts", render: renderRegistry },
  {
    file: "docs/emails.md",
    name: "templates",
    render: async () => renderTemplates((await import("@/emails")).emailGroups),
  },
  { file: "docs/configuration.md", name: "variables", render: renderConfiguration },
  { file: ".env.example", render: renderEnvironment },
  { file: "docs/documents.md", name: "clauses", render: renderClauses },
  { file: "docs/errors.md", name: "errors", render: renderErrors },
  { file: "docs/operations.md", name: "retention", render: renderRetention },
  { file: "docs/journey.schema.json", render: renderJourneySchema },
  { file: "docs/organisations.md", name: "permissions", render: renderPermissions },
  { file: "docs/scanner.md", name: "scores", render: renderScores },
  { file: "docs/score.md", name: "accessibility score", render: renderAccessibilityScore },
  { file: "docs/score.md", name: "bands", render: renderBands },
  { file: "demo/README.md", name: "flaws", render: renderDemoFlaws },
];

const marks = (name: string) => ({ open: `<!-- generated: ${name} -->`, close: `<!-- end: ${name} -->` });

/** Returns the document with the text between a block's markers replaced. Throws if the markers are missing. */
export const replaceBlock = (document: string, name: string, content: string): string => {
  const { open, close } = marks(name);
  const start = document.indexOf(open);
  const end = document.indexOf(close);
  if (start < 0 || end < start) throw new Error(`The document has no "${open}" … "${close}".`);
  return `${document.slice(0, start + open.length)}\n\n${content.trim()}\n\n${document.slice(end)}`;
};

const isStale = async (base: string, { file, name, render }: Block, write: boolean): Promise<boolean> => {
  if (name && !existsSync(join(base, file))) throw new Error(`${file} is missing.`);
  const old = existsSync(join(base, file)) ? readFileSync(join(base, file), "utf8") : "";
  const content = await render();
  const renewed = name ? replaceBlock(old, name, content) : `${content}\n`;
  if (write) writeFileSync(join(base, file), renewed);
  return old !== renewed;
};

/** Returns the documents whose generated parts are out of date. If `write` is true, updates these documents. */
export const findStaleDocuments = async (base: string, { write = false } = {}): Promise<string[]> => {
  const stale: string[] = [];
  for (const block of blocks) if (await isStale(base, block, write)) stale.push(block.file);
  return stale;
};
