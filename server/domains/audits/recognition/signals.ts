import { createHash } from "node:crypto";
import { z } from "zod";
import { truncate } from "@/server/core/truncate";
import type { NodeResult } from "@/server/scanner/contract";
import { readAddress } from "./page-key";

/**
 * Signals that distinguish a finding from others for the same rule. Stored with each finding and issue, hence the short
 * names: role (r), accessible name (n), text (t), heading above (h), text nearby (c), path (p), attributes that show
 * what the element is for (a), a hash of the markup inside the element (i), and the finding's number among the rule's
 * findings on the page (o).
 */
export const Signals = z.object({
  r: z.string(),
  n: z.string(),
  t: z.string(),
  h: z.string(),
  c: z.string(),
  p: z.string(),
  a: z.string(),
  i: z.string(),
  o: z.number(),
});
export type Signals = z.infer<typeof Signals>;

const MAX_HTML = 2_000;
const MAX_TAG = 600;
const MAX_VALUE = 200;
const MAX_TEXT = 120;
const MAX_PATH = 400;

/**
 * Attributes that show what an element is for and stay the same from build to build, unlike classes, ids and references
 * to ids.
 */
const telling = new Set(
  "href src action name type alt title placeholder aria-label lang content http-equiv data-testid data-test data-cy data-qa".split(
    " ",
  ),
);
const addresses = new Set(["href", "src", "action"]);

// The alternatives start with different characters and none is empty, so the pattern doesn't backtrack.
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const isHash = (part: string): boolean => /^\w{6,40}$/.test(part) && /\d/.test(part) && /[a-z]/i.test(part);

/** Removes a build's hash from a file name: "app.3f2a9c1b.js", "logo-B2x9Kq1Z.svg". */
const withoutHash = (path: string): string => {
  const start = path.lastIndexOf("/") + 1;
  const [first = "", ...others] = path.slice(start).split(/(?=[.-])/);
  return path.slice(0, start) + first + others.filter((part) => !isHash(part.slice(1))).join("");
};

const cutAddress = (value: string): string => {
  const at = value.search(/[?#]/);
  const path = withoutHash(at < 0 ? value : value.slice(0, at));
  if (at < 0) return path;
  const { parameters } = readAddress(`http://x/${value.slice(at)}`);
  return [path, ...parameters.map(([name, given]) => `${name}=${given}`)].join("&");
};

const readAttributes = (html: string): string => {
  const tag = /^<([a-z][\w-]{0,60})/i.exec(html);
  if (!tag) return "";
  const end = html.indexOf(">");
  const inside = html.slice(tag[0].length, end < 0 ? MAX_TAG : Math.min(end, MAX_TAG));
  const found = [...inside.matchAll(attribute)].flatMap(([, name = "", ...values]) => {
    const key = name.toLowerCase();
    const value = truncate(values.find((each) => each !== undefined) ?? "", MAX_VALUE);
    return telling.has(key) && value !== "" ? [`${key}=${addresses.has(key) ? cutAddress(value) : value}`] : [];
  });
  return [tag[1]?.toLowerCase(), ...found.sort()].join(" ");
};

/** Returns the text of a snippet, for scanners that don't send signals. */
const textOf = (html: string): string =>
  truncate(
    html
      .replace(/<[^<>]*>/g, " ")
      .replace(/<[^<>]*$/, "")
      .replace(/\s+/g, " ")
      .trim(),
    MAX_TEXT,
  );

const hash = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);

/** Returns a hash of the tags inside an element, such as those of a button's icon, or "" if there are none. */
const hashInside = (html: string): string => {
  const start = html.indexOf(">");
  const tags = start < 0 ? null : html.slice(start + 1).match(/<[a-z][^<>]*/gi);
  return tags ? hash(tags.map((tag) => tag.replace(/\s+/g, " "))).slice(0, 8) : "";
};

/** Returns the tag names in a selector, without classes, ids or positions. */
const tagsOf = (selector: string): string =>
  (selector.slice(0, 2_000).match(/(?:^|[\s>~+,])[a-z][\w-]*/gi) ?? [])
    .map((tag) => tag.replace(/^[\s>~+,]+/, ""))
    .join(">")
    .slice(0, MAX_PATH);

/**
 * Returns a finding's signals. Those that the scanner didn't send are derived from the finding's snippet and selector.
 */
export const readSignals = (node: Pick<NodeResult, "selector" | "html" | "signals">, order: number): Signals => {
  const { signals, selector } = node;
  const html = truncate(node.html, MAX_HTML);
  const own = { a: readAttributes(html), i: hashInside(html), o: order };
  if (!signals) return { r: "", n: "", t: textOf(html), h: "", c: "", p: tagsOf(selector), ...own };
  const { role, name, text, heading, near, path } = signals;
  return { r: role, n: name, t: text, h: heading, c: near, p: path, ...own };
};

/**
 * Returns a function that hashes everything known about a finding. Identical findings on a page are numbered, so that
 * no two of them have the same hash.
 */
export const createSignalsHash = (): ((ruleId: string, page: string, selector: string, signals: Signals) => string) => {
  const seen = new Map<string, number>();
  return (ruleId, page, selector, { o: _, ...signals }) => {
    const all = [ruleId, page, selector, signals];
    const key = hash(all);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before === 0 ? key : hash([...all, before]);
  };
};
