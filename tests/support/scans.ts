import { gzipSync } from "node:zlib";
import { scannerSecret } from "@/server/core/secrets";
import { accessibilityScore } from "@/server/scanner/accessibility-score";
import {
  type AxeResult,
  type Impact,
  type PageResult,
  type RuleResult,
  type ScanCallbackInput,
  SIGNATURE_HEADER,
  signScannerBody,
} from "@/server/scanner/contract";
import type { Reply, RestClient, RestHandler } from "./rest-client";

interface RuleOnPage {
  rule_id: string;
  impact: Impact;
  wcag?: string[];
  failed?: string[];
  needs_review?: string[];
  passed?: number;
}

const ruleResult = ({ rule_id, impact, wcag = [] }: RuleOnPage, selectors: readonly string[]): RuleResult => ({
  rule_id,
  impact,
  wcag,
  tags: [],
  help: `Help of ${rule_id}`,
  description: `Description of ${rule_id}`,
  help_url: `https://rules.example/${rule_id}`,
  node_count: selectors.length,
  nodes: selectors.map((selector) => ({
    selector,
    html: `<i id="${selector}">`,
    failure_summary: `Fix ${selector}`,
    related: [],
  })),
});

/** Returns findings in the format that our scanner sends, with one element for each selector. */
export const axeOf = (rules: readonly RuleOnPage[]): AxeResult => {
  const checks = rules.map(({ rule_id, impact, failed = [], needs_review = [], passed = 0 }) => ({
    rule_id,
    impact,
    passed,
    failed: failed.length,
    needs_review: needs_review.length,
  }));
  const some = (pick: (rule: RuleOnPage) => string[] | undefined): RuleResult[] =>
    rules.flatMap((rule) => (pick(rule)?.length ? [ruleResult(rule, pick(rule) ?? [])] : []));
  const found = {
    violations: some((rule) => rule.failed),
    incomplete: some((rule) => rule.needs_review),
    checks,
    inapplicable: [],
  };
  return { engine: "axe-core", engine_version: "4.14.1", ...accessibilityScore(found), ...found };
};

/** The default result of a page: two failing buttons, a passing link and text that needs review. */
export const somewhatBad = axeOf([
  { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#buy", "#pay"], passed: 2 },
  { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], needs_review: ["#faint"], passed: 10 },
  { rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 1 },
]);

export const pageOf = (url: string, given: Partial<PageResult> = {}): PageResult => ({
  url,
  final_url: url,
  http_status: 200,
  title: `Title of ${url}`,
  template: null,
  depth: "full",
  device: "desktop",
  started_at: "2026-11-20T09:00:00.000Z",
  duration_ms: 812.4,
  axe: somewhatBad,
  performance: null,
  seo: null,
  quality: null,
  error: null,
  ...given,
});

export const failedPage = (url: string, code = "timeout"): PageResult =>
  pageOf(url, { http_status: null, title: null, axe: null, error: { code, message: `The page failed: ${code}.` } });

type CallbackBody = Partial<Omit<ScanCallbackInput, "pages">> & { pages?: unknown[] };

interface PostOptions {
  attempt?: number;
  gzip?: boolean;
  headers?: Record<string, string>;
  /** Sent unchanged instead of the body. */
  raw?: string;
}

/** Posts a callback as a scanner would, signed with the secret of this installation. */
export const postCallback = async (
  rest: RestHandler,
  auditId: string,
  body: CallbackBody,
  { attempt = 1, gzip = false, headers = {}, raw }: PostOptions = {},
): Promise<Reply> => {
  const text = raw ?? JSON.stringify({ audit_id: auditId, sequence: 1, event: "pages.completed", pages: [], ...body });
  const bytes = gzip ? gzipSync(text) : Buffer.from(text);
  const request = new Request(`http://localhost:8000/api/website-audit/${auditId}/callback/?ask=${attempt}`, {
    method: "POST",
    body: bytes,
    headers: {
      "content-type": "application/json",
      "x-client-ip": "127.0.0.1",
      [SIGNATURE_HEADER]: signScannerBody(scannerSecret(), bytes),
      ...(gzip ? { "content-encoding": "gzip" } : {}),
      ...headers,
    },
  });
  const response = await rest(request);
  const answer = await response.json();
  return { status: response.status, headers: response.headers, body: answer, data: answer.data };
};

let sites = 0;
/** Returns a URL that no other test uses. */
export const uniqueSite = (): string => `https://site-${process.pid}-${++sites}.example/`;

export interface RunningAudit {
  id: string;
  website_id: string;
  url: string;
}

/** Starts an audit of a new website over REST. */
export const startAuditOf = async (client: RestClient, url = uniqueSite()): Promise<RunningAudit> => {
  const reply = await client.post("/api/website-audit/", { url });
  if (reply.status !== 201) throw new Error(`The audit did not start: ${JSON.stringify(reply.body)}`);
  return { id: reply.data.id, website_id: reply.data.website_id, url };
};

/** Delivers all pages of an audit in one callback, which completes the audit. */
export const deliver = (rest: RestHandler, auditId: string, pages: readonly PageResult[]): Promise<Reply> =>
  postCallback(rest, auditId, { event: "audit.completed", pages_total: pages.length, pages: [...pages] });

/** Like `deliver`, but repeats the callback while the database is too busy to accept it, as a scanner does. */
export const deliverPatiently = async (...args: Parameters<typeof deliver>): Promise<Reply> => {
  for (let left = 10; ; left -= 1) {
    const reply = await deliver(...args);
    if (reply.status !== 503 || left === 0) return reply;
  }
};
