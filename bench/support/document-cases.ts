import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "@/scripts/support/root";

/** veraPDF's corpus, which is kept outside the repository. */
export const documentFolder = join(root, "..", "shared", "corpora", "pdf-ua-1");

export interface DocumentCase {
  path: string;
  name: string;
  /** Clause of ISO 14289-1 and number of the check in the clause, such as "7.4.2-1". */
  clause: string;
  isFailing: boolean;
}

/** Returns the documents in the folder, or null if the folder doesn't exist. */
export const readDocumentCases = (): DocumentCase[] | null => {
  if (!existsSync(documentFolder)) return null;
  return readdirSync(documentFolder, { recursive: true, encoding: "utf8" })
    .sort()
    .flatMap((path) => {
      const name = basename(path, ".pdf");
      const [, clause, test, outcome] = /^([\d.]+)-t(\d+)-(pass|fail)-/.exec(name) ?? [];
      if (!clause || !test) return [];
      return [
        { path: join(documentFolder, path), name, clause: `${clause}-${Number(test)}`, isFailing: outcome === "fail" },
      ];
    });
};
