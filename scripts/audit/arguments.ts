import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { root } from "@/scripts/support/root";
import { isUrl } from "@/server/core/is-url";
import { ReportVariant } from "@/server/domains/reports/report-data";
import { Device, Impact, MAX_CHECKED_DOCUMENTS, MAX_SEED, ScanDepth, Standard } from "@/server/scanner/contract";
import { findSelectorFault } from "@/server/scanner/element-selectors";
import { DEFAULT_LANGUAGE, LanguageTag } from "@/server/scanner/language";
import { ruleFacts } from "@/server/scanner/rule-facts";
import { defaultViews, type FurtherView, furtherViews } from "@/server/scanner/views";

export const FailOn = z.enum([...Impact.options, "never"]);
export type FailOn = z.infer<typeof FailOn>;

export interface AuditArguments {
  /** Null for the bundled demo shop. */
  url: string | null;
  /** Path or URL of a PDF to check instead of a website. */
  document: string | null;
  pages: number;
  /** Maximum number of linked PDFs to check. */
  documents: number;
  /** Null for no limit. */
  minutes: number | null;
  out: string | null;
  json: boolean;
  failOn: FailOn;
  variant: ReportVariant;
  device: Device;
  standard: Standard;
  depth: ScanDepth;
  ignoreRobots: boolean;
  lighthouse: boolean;
  secondEngine: boolean;
  views: FurtherView[];
  states: boolean;
  /** BCP 47 tag. */
  language: string;
  screenshots: boolean;
  /** Whether to propose fixes and try them on the pages. */
  fixes: boolean;
  /** Path of a file with the URLs to scan; null to find the pages of the website. */
  urls: string | null;
  /** Path of a file that says how to sign in; null to audit what signed-out visitors see. */
  signIn: string | null;
  /** Whether to scan a representative sample, and the seed for drawing it. */
  sample: boolean;
  seed: number;
  /** Selectors of elements to leave out. */
  excludeElements: string[];
  /** Ids of the rules to run; empty to run all rules. */
  rules: string[];
  excludeRules: string[];
  /** Paths of files with journeys. */
  journeys: string[];
  /** Whether to perform only the steps of the journeys, without checking any pages. */
  tryJourneys: boolean;
}

/** Thrown for an invalid command line. The message says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const usage = `Audit a website: scan its pages, list the rules to fix first and write a PDF report.

  npm run audit                          audits the bundled demo shop with --states, --sign-in and the phone view;
                                         works offline
  npm run audit -- https://example.org   audits a website; private addresses are allowed
  npm run audit -- report.pdf            checks a PDF file, or a PDF at a URL that ends in .pdf; only --fail-on and
                                         --json can be used

  --pages N          scan at most N pages (default 100)
  --urls FILE        scan only the URLs in this text file, CSV file or sitemap, up to the limit set by --pages; if no
                     website is given, audit the website of the first URL
  --sample           if sitemaps or --urls list more pages than --pages allows, scan a representative sample of them
                     and estimate the figures for the whole website
  --seed N           seed for drawing the sample (default 1); the same URLs and seed give the same sample
  --documents N      check at most N linked PDFs (default 50; 0 checks none)
  --minutes N        stop after N minutes and report the pages scanned by then (default: no limit)
  --out FILE         path of the PDF (default curbcut-<host>-<date>.pdf)
  --variant NAME     report variant: ${ReportVariant.options.join(", ")} (default full)
  --fail-on IMPACT   exit with 1 for findings with this impact or higher: ${FailOn.options.join(", ")} (default serious)
  --json             print only the report data, as JSON; write a PDF only with --out
  --device NAME      ${Device.options.join(" or ")} (default desktop)
  --standard NAME    ${Standard.options.join(", ")} (default wcag22aa)
  --depth NAME       pages where to run the slow checks, which use the keyboard and resize the window:
                     full (default): all; templates: the start page and two pages of each template; quick: none
  --views LIST       views to test besides the usual one, separated by commas: narrow (a window 320 pixels wide),
                     zoom_200 (200% zoom), phone (a phone; loads the start page and two pages of each template again),
                     dark (dark mode), forced_colours (a contrast theme), motion (animations that stop for people who
                     prefer reduced motion), or none (default narrow,dark)
  --exclude SELECTOR leave out findings on elements that match this CSS selector, or inside them; can be repeated
  --rules LIST       run only the rules with these IDs, separated by commas
  --exclude-rules LIST
                     don't run the rules with these IDs, separated by commas
  --states           open what can be opened on one page of each template, such as menus, dialogs and tabs, and test
                     what appears; adds up to 15 seconds per template
  --language TAG     language that the browser asks for, such as de or pt-BR (default en-GB)
  --ignore-robots    ignore robots.txt; only for your own websites
  --lighthouse       also run Lighthouse on the start page; adds about 10 seconds
  --second-engine    also run AccessLint on every page; findings reported only by AccessLint are marked as needing review
  --sign-in FILE     sign in as described in this JSON file (docs/signed-in-audits.md); \${NAME} in its values stands
                     for an environment variable
  --journey FILE     also scan the pages that the journey in this YAML or JSON file leads to (docs/journeys.md); can be
                     repeated
  --try              only perform the steps of the journeys and print the outcome of each, without checking pages
  --fixes            propose fixes for the findings that occur on the most pages, and try each of them on up to ten
                     pages; adds up to five minutes
  --no-screenshots   leave pictures of elements out of the PDF and the JSON
  --help             show this help

Exit codes:
  0  no findings at or above --fail-on; with --try, all steps of the journeys worked
  1  findings at or above --fail-on
  2  the website couldn't be scanned, or the PDF couldn't be checked
  3  no findings at or above --fail-on, but --minutes left pages unscanned, a journey failed, or part of the PDF
     couldn't be checked

To pipe the JSON: npm run --silent audit -- https://example.org --json | jq .scores`;

const options = {
  pages: { type: "string" },
  documents: { type: "string" },
  minutes: { type: "string" },
  out: { type: "string" },
  variant: { type: "string" },
  "fail-on": { type: "string" },
  json: { type: "boolean" },
  device: { type: "string" },
  standard: { type: "string" },
  depth: { type: "string" },
  views: { type: "string" },
  states: { type: "boolean" },
  "ignore-robots": { type: "boolean" },
  lighthouse: { type: "boolean" },
  "second-engine": { type: "boolean" },
  "no-screenshots": { type: "boolean" },
  fixes: { type: "boolean" },
  "sign-in": { type: "string" },
  urls: { type: "string" },
  exclude: { type: "string", multiple: true },
  rules: { type: "string" },
  "exclude-rules": { type: "string" },
  journey: { type: "string", multiple: true },
  try: { type: "boolean" },
  sample: { type: "boolean" },
  seed: { type: "string" },
  language: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const read = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const choose = <T extends string>(flag: string, schema: z.ZodType<T> & { options: T[] }, value: string): T => {
  const result = schema.safeParse(value);
  if (!result.success) throw new UsageError(`--${flag} must be one of ${schema.options.join(", ")}, not "${value}".`);
  return result.data;
};

const readLanguage = (value = DEFAULT_LANGUAGE): string => {
  const language = LanguageTag.safeParse(value);
  if (language.success) return language.data;
  throw new UsageError(`--language must be a language tag such as de or pt-BR, not "${value}".`);
};

const readViews = (value: string): FurtherView[] => {
  const names = value === "none" ? [] : value.split(",");
  const views = furtherViews.filter((view) => names.includes(view));
  if (views.length < names.length)
    throw new UsageError(`--views must be none or a list of ${furtherViews.join(", ")}, not "${value}".`);
  return views;
};

const countPages = (value: string): number => {
  const pages = z.coerce.number().int().min(1).max(100_000).safeParse(value);
  if (!pages.success) throw new UsageError(`--pages must be a whole number from 1 to 100000, not "${value}".`);
  return pages.data;
};

const readSeed = (value: string): number => {
  const seed = z.coerce.number().int().min(0).max(MAX_SEED).safeParse(value);
  if (seed.success) return seed.data;
  throw new UsageError(`--seed must be a whole number from 0 to ${MAX_SEED}, not "${value}".`);
};

const countDocuments = (value: string): number => {
  const documents = z.coerce.number().int().min(0).max(MAX_CHECKED_DOCUMENTS).safeParse(value);
  if (documents.success) return documents.data;
  throw new UsageError(`--documents must be a whole number from 0 to ${MAX_CHECKED_DOCUMENTS}, not "${value}".`);
};

const readMinutes = (value: string | undefined): number | null => {
  if (value === undefined) return null;
  const minutes = z.coerce.number().positive().max(20_000).safeParse(value);
  if (!minutes.success)
    throw new UsageError(`--minutes must be a number greater than 0 and at most 20000, not "${value}".`);
  return minutes.data;
};

const isLikelyLocal = (host: string): boolean => /^(?:localhost|\[[\da-f:.]+\]|[\d.]+|[^.]+)$/i.test(host);

/** Adds a missing scheme to a URL: https, or http for localhost and bare IP addresses. */
export const readAddress = (typed: string): string => {
  const [host = ""] = typed.split(/[/?#]/, 1);
  const scheme = isLikelyLocal(host.replace(/:\d+$/, "")) ? "http" : "https";
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `${scheme}://${typed}`;
  if (!isUrl(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(`"${typed}" isn't a valid URL. Enter one such as https://example.org.`);
  }
  return new URL(address).href;
};

const isDocument = (typed: string): boolean => /\.pdf$/i.test(typed.split(/[?#]/, 1)[0] ?? "");

const readDocument = (typed: string, values: ReturnType<typeof read>["values"]): string => {
  const other = Object.keys(values).find((flag) => flag !== "fail-on" && flag !== "json");
  if (other !== undefined) throw new UsageError(`--${other} can't be used with a PDF.`);
  return typed;
};

const readJourneyFlags = ({ journey: journeys = [], try: tryJourneys = false }: ReturnType<typeof read>["values"]) => {
  if (tryJourneys && journeys.length === 0) throw new UsageError("--try needs a --journey to try.");
  return { journeys, tryJourneys };
};

/** By default, an audit of the demo shop uses all the settings that are needed to find its flaws. */
const readReach = (values: ReturnType<typeof read>["values"], isDemo: boolean) => ({
  views: readViews(values.views ?? [...defaultViews, ...(isDemo ? ["phone"] : [])].join(",")),
  states: values.states ?? isDemo,
  signIn: values["sign-in"] ?? (isDemo ? join(root, "demo", "sign-in.json") : null),
});

const readSwitches = (values: ReturnType<typeof read>["values"]) => ({
  ...readJourneyFlags(values),
  json: values.json ?? false,
  sample: values.sample ?? false,
  ignoreRobots: values["ignore-robots"] ?? false,
  lighthouse: values.lighthouse ?? false,
  secondEngine: values["second-engine"] ?? false,
  screenshots: !(values["no-screenshots"] ?? false),
  fixes: values.fixes ?? false,
});

const readPaths = (values: ReturnType<typeof read>["values"]) => ({
  out: values.out ?? null,
  urls: values.urls ?? null,
});

const readRules = (flag: string, value = ""): string[] => {
  const ids = value.split(",").flatMap((id) => id.trim() || []);
  const unknown = ids.find((id) => ruleFacts(id).help === "");
  if (unknown !== undefined) throw new UsageError(`--${flag} contains “${unknown}”, which isn't the ID of a rule.`);
  return ids;
};

const readExclusions = (values: ReturnType<typeof read>["values"]) => {
  const excludeElements = values.exclude ?? [];
  for (const selector of excludeElements) {
    const fault = findSelectorFault(selector);
    if (fault !== null) throw new UsageError(`--exclude ${selector}: ${fault}`);
  }
  return {
    excludeElements,
    rules: readRules("rules", values.rules),
    excludeRules: readRules("exclude-rules", values["exclude-rules"]),
  };
};

/** Parses the command line. Returns "help" if help was requested. Throws UsageError. */
export const parseArguments = (argv: readonly string[]): AuditArguments | "help" => {
  const { values, positionals } = read(argv);
  if (values.help) return "help";
  if (positionals.length > 1) throw new UsageError(`Enter one URL, not ${positionals.length}.`);
  const [typed] = positionals;
  const document = typed !== undefined && isDocument(typed) ? readDocument(typed, values) : null;
  return {
    url: typed === undefined || document !== null ? null : readAddress(typed),
    document,
    pages: countPages(values.pages ?? "100"),
    documents: countDocuments(values.documents ?? "50"),
    minutes: readMinutes(values.minutes),
    ...readPaths(values),
    failOn: choose("fail-on", FailOn, values["fail-on"] ?? "serious"),
    variant: choose("variant", ReportVariant, values.variant ?? "full"),
    device: choose("device", Device, values.device ?? "desktop"),
    standard: choose("standard", Standard, values.standard ?? "wcag22aa"),
    depth: choose("depth", ScanDepth, values.depth ?? "full"),
    ...readReach(values, typed === undefined && values.urls === undefined),
    language: readLanguage(values.language),
    ...readSwitches(values),
    ...readExclusions(values),
    seed: readSeed(values.seed ?? "1"),
  };
};
