import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import { fromLines, type Step } from "./step";

const folders = [
  "app",
  "server",
  "start",
  "inngest",
  "emails",
  "prisma",
  "public",
  "tests",
  "docs",
  "scripts",
  "demo",
  "bench",
];
const inCode = new RegExp(`^(?:\\./)?((?:${folders.join("|")}|\\.ci)/[\\w@.()[\\]/-]*)$`);

/**
 * Returns the repository paths mentioned in Markdown text: in `code` (relative to the root) and in links (relative to
 * the document's folder).
 */
export const namedPaths = (markdown: string, folder: string): string[] => {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, "");
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = ""]) => inCode.exec(text)?.[1] ?? []);
  const links = [...prose.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) =>
    join(folder, target),
  );
  return [...new Set([...code, ...links])];
};

/** Returns `document: path` for every path that a document mentions but that doesn't exist. */
export const findDeadPaths = (base: string, documents: readonly string[]): string[] =>
  documents.flatMap((document) =>
    namedPaths(readFileSync(join(base, document), "utf8"), dirname(document))
      .filter((path) => !existsSync(join(base, path)))
      .map((path) => `${document}: ${path} does not exist`),
  );

export const documentPaths: Step = {
  name: "document paths",
  run: async () => {
    const documents = [...readdirSync(root), ...listFiles(root, "docs"), ...listFiles(root, "demo")].filter((path) =>
      path.endsWith(".md"),
    );
    return fromLines(findDeadPaths(root, documents), `${documents.length} documents`);
  },
};
