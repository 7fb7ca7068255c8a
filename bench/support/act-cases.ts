import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { z } from "zod";
import { root } from "@/scripts/support/root";

/** W3C's test cases, which are kept outside the repository. */
export const actFolder = join(root, "..", "shared", "corpora", "act");

const ActCase = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  testcaseId: z.string(),
  testcaseTitle: z.string(),
  expected: z.enum(["failed", "passed", "inapplicable"]),
  relativePath: z.string(),
  /** The requirements that the test case covers, such as "wcag20:1.3.1". */
  requirements: z.array(z.string()),
});
export type ActCase = z.infer<typeof ActCase>;

/** Returns the test cases in the folder, or null if the folder doesn't exist. */
export const readActCases = (): ActCase[] | null => {
  const list = join(actFolder, "testcases.json");
  return existsSync(list) ? z.array(ActCase).parse(JSON.parse(readFileSync(list, "utf8"))) : null;
};

/** The path under which the pages expect their assets. */
const BASE = "/WAI/content-assets/wcag-act-rules/";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".gif": "image/gif",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mp3": "audio/mpeg",
  ".vtt": "text/vtt",
};

const findFile = (url: string): string | null => {
  const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
  const file = normalize(join(actFolder, path.startsWith(BASE) ? path.slice(BASE.length) : path));
  return file.startsWith(actFolder + sep) ? file : null;
};

/** Serves the folder on loopback. */
export const serveActCases = async (): Promise<{ urlOf(test: ActCase): string; close(): void }> => {
  const server = createServer((request, response) => {
    const file = findFile(request.url ?? "/");
    const content = file ? readFile(file) : Promise.reject(new Error("not found"));
    content.then(
      (body) => response.writeHead(200, { "content-type": types[extname(file ?? "")] ?? "text/plain" }).end(body),
      () => response.writeHead(404, { "content-type": "text/plain" }).end("Not found"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    urlOf: ({ relativePath }) => `${origin}${BASE}${relativePath}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
