import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { findListedCriterion } from "@/server/domains/audits/rules";
import type { RuleResult, Standard } from "@/server/scanner/contract";
import { Practice, practiceByRule } from "./practices";

export const corpusFolder = join(root, "corpus");

const Criterion = z.string().refine((criterion) => findListedCriterion(criterion, "wcag22aaa"), "not in WCAG 2.2");

/**
 * A barrier under WCAG 2.2 or a departure from a best practice, labelled by a person. `also` lists further criteria and
 * practices that it violates. In a case with several pages, `page` is the file with the barrier; the default is
 * `index.html`. `selector` matches at least one element of the page's source, outside shadow roots and frames. `by` is
 * `person` if finding the barrier requires understanding the content.
 */
const Barrier = z
  .strictObject({
    criterion: Criterion.optional(),
    practice: Practice.optional(),
    also: z.array(z.union([Criterion, Practice])).optional(),
    page: z.string().min(1).optional(),
    selector: z.string().min(1),
    text: z.string().min(1),
    by: z.literal("person").optional(),
  })
  .transform(({ criterion, practice, also = [], ...barrier }, { addIssue }) => {
    const [main, ...others] = [criterion, practice].filter((each) => each !== undefined);
    if (main === undefined || others.length > 0) {
      addIssue("must have either a criterion or a practice");
      return z.NEVER;
    }
    return { ...barrier, requirement: main, requirements: [main, ...also] };
  });
/** `requirement` is the main requirement that the barrier violates. `requirements` also lists the others. */
export type Barrier = z.infer<typeof Barrier>;

const Label = z
  .strictObject({
    /** Why the page is harmless, if it has no barriers. */
    about: z.string().min(1).optional(),
    barriers: z.array(Barrier),
  })
  .refine(
    ({ about, barriers }) => (about === undefined) !== (barriers.length === 0),
    "must have either barriers or `about`",
  );

/** A folder's labels, keyed by the name of a page, or of a subfolder that contains a website with several pages. */
const Labels = z.record(z.string(), Label);

export interface CorpusCase {
  folder: string;
  name: string;
  /** Whether the case is a website with several pages. */
  isSite: boolean;
  barriers: Barrier[];
}

/** The folder with pages about level AAA criteria. These pages are also scanned for level AAA. */
const ENHANCED = "enhanced";
/** The folder with pages about best practices. Elsewhere, pages aren't labelled for these. */
const PRACTICES = "practices";

/** Returns the standard that a case is labelled for. */
export const standardOf = ({ folder }: CorpusCase): Standard => (folder === ENHANCED ? "wcag22aaa" : "wcag22aa");

/** Returns the success criteria of a rule or, on pages labelled for best practices, its best practice. */
export const requirementsOf = ({ folder }: CorpusCase, { rule_id, wcag }: Pick<RuleResult, "rule_id" | "wcag">) => {
  const practice = folder === PRACTICES && wcag.length === 0 ? practiceByRule.get(rule_id) : undefined;
  return practice === undefined ? wcag : [practice];
};

const readFolder = (folder: string): CorpusCase[] =>
  Object.entries(Labels.parse(JSON.parse(readFileSync(join(corpusFolder, folder, "labels.json"), "utf8")))).map(
    ([name, { barriers }]) => ({ folder, name, isSite: !name.endsWith(".html"), barriers }),
  );

/** Returns all labelled cases, by folder. Throws if labels are malformed. */
export const readCorpus = (): CorpusCase[] =>
  readdirSync(corpusFolder)
    .filter((folder) => existsSync(join(corpusFolder, folder, "labels.json")))
    .flatMap(readFolder);

/** Returns the path of a page on the case's website. */
export const pathOfPage = ({ name, isSite }: CorpusCase, page?: string): string =>
  `/${isSite ? (page ?? "index.html") : name}`;

/** Returns the folder that contains a case's website. */
export const baseOf = ({ folder, name, isSite }: CorpusCase): string =>
  isSite ? join(corpusFolder, folder, name) : join(corpusFolder, folder);

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wav": "audio/wav",
  ".webm": "video/webm",
  ".vtt": "text/vtt",
};

const findFile = (base: string, url: string): string | null => {
  const { pathname } = new URL(url, "http://localhost");
  const from = pathname.startsWith("/media/") ? corpusFolder : base;
  const file = normalize(join(from, decodeURIComponent(pathname)));
  return file.startsWith(from + sep) ? file : null;
};

/**
 * Serves a case as a separate website on loopback. The media under `/media/` are the same for all cases. `change` is
 * applied to the HTML of each page.
 */
export const serveCase = async (
  test: CorpusCase,
  change: (html: string) => string = (html) => html,
): Promise<{ origin: string; close(): void }> => {
  const server = createServer((request, response) => {
    const file = findFile(baseOf(test), request.url ?? "/");
    const content = file ? readFile(file) : Promise.reject(new Error("not found"));
    content.then(
      (body) =>
        response
          .writeHead(200, { "content-type": types[extname(file ?? "")] ?? "text/plain" })
          .end(file?.endsWith(".html") ? change(body.toString()) : body),
      () => response.writeHead(404, { "content-type": "text/plain" }).end("Not found"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
