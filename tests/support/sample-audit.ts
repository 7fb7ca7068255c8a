import type { RestClient, RestHandler } from "./rest-client";
import { axeOf, deliver, failedPage, pageOf, type RunningAudit, startAuditOf } from "./scans";

const speed = (lcp_ms: number, weight_bytes: number) => ({
  score: 80,
  lcp_ms,
  cls: 0.1,
  fcp_ms: 500,
  ttfb_ms: 100,
  tbt_ms: 0,
  load_ms: null,
  weight_bytes,
  requests: 10,
});
const check = (id: string, outcome: "pass" | "fail" | "not_applicable") => ({
  id,
  title: `Check ${id}`,
  weight: 1,
  outcome,
  detail: null,
  items: [],
});

/** Returns three different pages and one that failed. */
export const pagesOf = (url: string) => [
  pageOf(url, {
    title: "Start",
    axe: axeOf([
      { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#buy", "#pay"], passed: 2 },
      { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], needs_review: ["#faint"], passed: 10 },
    ]),
    performance: speed(1_000, 1_000_000),
    seo: { score: 50, facts: null, checks: [check("title", "pass"), check("canonical", "fail")] },
    quality: { score: 100, checks: [check("doctype", "pass")] },
  }),
  pageOf(`${url}shop`, {
    title: "Shop 100%",
    axe: axeOf([
      { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#cart"], passed: 9 },
      { rule_id: "link-name", impact: "serious", wcag: ["2.4.4", "4.1.2"], failed: ["nav > a"], passed: 5 },
    ]),
    performance: speed(3_000, 5_000_001),
    seo: { score: 100, facts: null, checks: [check("title", "fail"), check("canonical", "not_applicable")] },
  }),
  pageOf(`${url}good`, {
    title: "Good",
    axe: axeOf([{ rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 4 }]),
  }),
  failedPage(`${url}broken`),
];

/** Creates a completed audit of the pages that `pagesOf` returns. */
export const completedAudit = async (client: RestClient, rest: RestHandler): Promise<RunningAudit> => {
  const audit = await startAuditOf(client);
  await deliver(rest, audit.id, pagesOf(audit.url));
  return audit;
};
