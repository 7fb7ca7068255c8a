import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderConfiguration } from "./configuration";
import { renderDemoFlaws } from "./demo-flaws";
import { renderErrors } from "./errors";
import { renderPermissions } from "./permissions";
import { renderScores } from "./scores";

interface Block {
  file: string;
  name: string;
  render(): string;
}

const blocks: Block[] = [
  { file: "docs/configuration.md", name: "variables", render: renderConfiguration },
  { file: "docs/errors.md", name: "errors", render: renderErrors },
  { file: "docs/organisations.md", name: "permissions", render: renderPermissions },
  { file: "docs/scanner.md", name: "scores", render: renderScores },
  { file: "demo/README.md", name: "flaws", render: renderDemoFlaws },
];

const marks = (name: string) => ({ open: `<!-- generated: ${name} -->`, close: `<!-- end: ${name} -->` });

/** The document with the text between the marks of a block replaced. Throws when the marks are not there. */
export const replaceBlock = (document: string, name: string, content: string): string => {
  const { open, close } = marks(name);
  const start = document.indexOf(open);
  const end = document.indexOf(close);
  if (start < 0 || end < start) throw new Error(`The document has no "${open}" … "${close}".`);
  return `${document.slice(0, start + open.length)}\n\n${content.trim()}\n\n${document.slice(end)}`;
};

const renewDocument = (base: string, { file, name, render }: Block): { file: string; old: string; renewed: string } => {
  if (!existsSync(join(base, file))) throw new Error(`${file} is missing.`);
  const old = readFileSync(join(base, file), "utf8");
  return { file, old, renewed: replaceBlock(old, name, render()) };
};

/** Documents whose generated part is not what the code says now. */
export const findStaleDocuments = (base: string): string[] =>
  blocks
    .map((block) => renewDocument(base, block))
    .filter(({ old, renewed }) => old !== renewed)
    .map(({ file }) => file);

export const writeDocuments = (base: string): string[] =>
  blocks.map((block) => {
    const { file, renewed } = renewDocument(base, block);
    writeFileSync(join(base, file), renewed);
    return file;
  });
