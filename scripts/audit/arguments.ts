import { parseArgs } from "node:util";
import { z } from "zod";
import { ReportVariant } from "@/server/features/reports/report-data";
import { Device, Impact, Standard } from "@/server/scanner/contract";

export const FailOn = z.enum([...Impact.options, "never"]);
export type FailOn = z.infer<typeof FailOn>;

export interface AuditArguments {
  /** Null: the bundled demo shop. */
  url: string | null;
  pages: number;
  out: string | null;
  json: boolean;
  failOn: FailOn;
  variant: ReportVariant;
  device: Device;
  standard: Standard;
  ignoreRobots: boolean;
  lighthouse: boolean;
}

/** What the user typed can't be understood; the message says what to type instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const usage = `Audit a website: scan its pages, list the worst problems, write a PDF report.

  npm run audit                          audits the bundled demo shop, also offline
  npm run audit -- https://example.org   audits a website; private addresses work too

  --pages N          at most N pages (default 100)
  --out FILE         where the PDF goes (default curbcut-<host>-<date>.pdf)
  --variant NAME     ${ReportVariant.options.join(", ")} (default full)
  --fail-on IMPACT   exit with 1 from this impact on: ${FailOn.options.join(", ")} (default serious)
  --json             print the data of the report as JSON, and nothing else; a PDF only with --out
  --device NAME      ${Device.options.join(" or ")} (default desktop)
  --standard NAME    ${Standard.options.join(", ")} (default wcag22aa)
  --ignore-robots    scan what robots.txt forbids, for a site of your own
  --lighthouse       also run Lighthouse on the start page; adds about 10 seconds
  --help             this text

Exit code: 0 nothing at or above --fail-on, 1 findings, 2 the site could not be scanned.
For JSON in a pipe: npm run --silent audit -- https://example.org --json | jq .scores`;

const options = {
  pages: { type: "string" },
  out: { type: "string" },
  variant: { type: "string" },
  "fail-on": { type: "string" },
  json: { type: "boolean" },
  device: { type: "string" },
  standard: { type: "string" },
  "ignore-robots": { type: "boolean" },
  lighthouse: { type: "boolean" },
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
  if (!result.success)
    throw new UsageError(`--${flag} takes ${schema.options.join(", ")}; "${value}" is none of them.`);
  return result.data;
};

const countPages = (value: string): number => {
  const pages = z.coerce.number().int().min(1).max(100_000).safeParse(value);
  if (!pages.success) throw new UsageError(`--pages takes a whole number from 1 on; "${value}" is none.`);
  return pages.data;
};

const looksLocal = (host: string): boolean => /^(?:localhost|\[[\da-f:.]+\]|[\d.]+|[^.]+)$/i.test(host);

/** An address as a person types it: without a scheme, https is meant, and http for localhost and bare IP addresses. */
export const readAddress = (typed: string): string => {
  const [host = ""] = typed.split(/[/?#]/, 1);
  const scheme = looksLocal(host.replace(/:\d+$/, "")) ? "http" : "https";
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `${scheme}://${typed}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(`"${typed}" is no web address. Type one such as https://example.org.`);
  }
  return new URL(address).href;
};

/** Reads the command line. Throws UsageError; "help" when help was asked for. */
export const parseArguments = (argv: readonly string[]): AuditArguments | "help" => {
  const { values, positionals } = read(argv);
  if (values.help) return "help";
  if (positionals.length > 1) throw new UsageError(`One address at a time, not ${positionals.length}.`);
  const [url] = positionals;
  return {
    url: url === undefined ? null : readAddress(url),
    pages: countPages(values.pages ?? "100"),
    out: values.out ?? null,
    json: values.json ?? false,
    failOn: choose("fail-on", FailOn, values["fail-on"] ?? "serious"),
    variant: choose("variant", ReportVariant, values.variant ?? "full"),
    device: choose("device", Device, values.device ?? "desktop"),
    standard: choose("standard", Standard, values.standard ?? "wcag22aa"),
    ignoreRobots: values["ignore-robots"] ?? false,
    lighthouse: values.lighthouse ?? false,
  };
};
