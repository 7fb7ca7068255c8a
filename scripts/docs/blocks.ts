import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { permissionSlugs, roleMay, roles } from "@/server/core/permissions";
import { Journey } from "@/server/scanner/contract";
import { type ClauseId, clauses } from "@/server/scanner/document/clauses";
import { renderConfiguration, renderEnvironment } from "./configuration";
import { renderDemoFlaws } from "./demo-flaws";
import { renderRegistry, renderTemplates } from "./emails";
import { renderErrors } from "./errors";
import { table } from "./markdown";
import { listNamespaces, renderTexts } from "./messages";
import { renderRetention } from "./retention";
import { renderAccessibilityScore, renderBands, renderScores } from "./scores";

/** Renders the table in docs/organisations.md: every permission, and the roles that have it. */
const renderPermissions = (): string =>
  table(
    ["Permission", ...roles],
    permissionSlugs.map((slug) => [`\`${slug}\``, ...roles.map((role) => (roleMay(role, slug) ? "yes" : "–"))]),
  );

/** Renders the JSON Schema of journeys, for editors and other programs. */
const renderJourneySchema = (): string => {
  const { $schema, ...schema } = z.toJSONSchema(Journey, { io: "input" });
  return JSON.stringify({ $schema, title: "A Curbcut journey (docs/journeys.md)", ...schema }, null, 2);
};

/** Renders the clauses of PDF/UA-1 that documents are checked against. */
const renderClauses = (): string =>
  table(
    ["Clause", "Rule", "WCAG", "Impact", "Finding"],
    Object.keys(clauses).map((id) => {
      const { ruleId, criteria, impact, message, ...more } = clauses[id as ClauseId];
      const outcome = "needsReview" in more ? "needs review" : impact;
      return [id, `\`${ruleId}\``, criteria.join(", "), outcome, message];
    }),
  );

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
