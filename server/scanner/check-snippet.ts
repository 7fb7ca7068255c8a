import type { BrowserContext, Page } from "playwright-core";
import type { BrowserPool } from "./browser/browser-pool";
import { Semaphore } from "./browser/semaphore";
import { within } from "./browser/tab-limits";
import type { CheckRequest, SnippetCheckResult } from "./check-snippet-contract";
import { chooseFrame } from "./check-snippet-frame";
import { evaluateApart } from "./page/isolated-world";
import { callProbe, createProbeScript } from "./page/probe/probe-script";
import type { AxeRule } from "./page/probe/run-axe";
import { readAnswer } from "./page/read-answer";
import { ruleCatalogue, rulesOf } from "./page/rule-catalogue";

const ADDRESS = "http://snippet.invalid/";
const TIMEOUT_MS = 30_000;
const AT_ONCE = 2;
const LIMITS = { nodesPerRule: 20, nodesPerPage: 200 };

/**
 * A content security policy that blocks scripts, frames, fonts, external images and forms in the snippet, but doesn't
 * affect colours or sizes.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A request that isn't blocked by the policy or the route still fails, because nothing listens on the proxy's port. */
const inert = {
  viewport: { width: 1280, height: 800 },
  locale: "en-GB",
  timezoneId: "UTC",
  colorScheme: "light",
  reducedMotion: "reduce",
  serviceWorkers: "block",
  acceptDownloads: false,
  proxy: { server: "http://127.0.0.1:9", bypass: "<-loopback>" },
} as const;

export type CheckSnippet = (request: CheckRequest) => Promise<SnippetCheckResult>;

/** Loads a document that can't run scripts or reach the network, and runs axe on it. */
const auditDocument = async (context: BrowserContext, html: string, script: string, rules: string[]) => {
  const page: Page = await context.newPage();
  try {
    let served = false;
    await page.route("**", (route) => {
      if (served || route.request().url() !== ADDRESS) return route.abort("aborted");
      served = true;
      const headers = { "content-security-policy": POLICY, "content-type": "text/html; charset=utf-8" };
      return route.fulfill({ status: 200, headers, body: html });
    });
    await page.goto(ADDRESS, { waitUntil: "load", timeout: TIMEOUT_MS });
    const cdp = await context.newCDPSession(page);
    const { targetInfo } = await cdp.send("Target.getTargetInfo");
    await evaluateApart(cdp, targetInfo.targetId, script);
    const found = await evaluateApart(cdp, targetInfo.targetId, callProbe("axe", { rules, ...LIMITS }));
    return readAnswer("axe", found).rules;
  } finally {
    await page.close().catch(() => undefined);
  }
};

const messageOf = (rule: AxeRule | undefined): string | null => {
  const node = rule?.violations[0] ?? rule?.incomplete[0];
  return node ? `${node.html.slice(0, 300)}\n${node.summary}`.slice(0, 1_500) : null;
};

const compare = (rule_id: string, before: readonly AxeRule[], after: readonly AxeRule[]): SnippetCheckResult => {
  const earlier = new Map(before.map((rule) => [rule.id, rule]));
  const later = new Map(after.map((rule) => [rule.id, rule]));
  const was = earlier.get(rule_id);
  const is = later.get(rule_id);
  const reproduced = (was?.failed ?? 0) > 0;
  const passes = (is?.failed ?? 0) === 0 && (is?.review ?? 0) <= (was?.review ?? 0);
  const new_failures = after
    .filter((rule) => rule.id !== rule_id && rule.failed > (earlier.get(rule.id)?.failed ?? 0))
    .map((rule) => ({ rule_id: rule.id, message: messageOf(rule) ?? "" }));
  const remaining = passes ? null : messageOf(is);
  return { verified: reproduced && passes && new_failures.length === 0, reproduced, passes, new_failures, remaining };
};

const unknownRule: SnippetCheckResult = {
  verified: false,
  reproduced: false,
  passes: false,
  new_failures: [],
  remaining: null,
};

/**
 * Returns a function that runs the scanner's engine on a snippet before and after a change, each in a separate document
 * that can't run scripts or reach the network. The function throws the browser's errors, and TabTimeoutError after 30
 * s.
 */
export const createSnippetChecker = (browsers: BrowserPool): CheckSnippet => {
  const semaphore = new Semaphore(AT_ONCE);
  const script = createProbeScript();
  const never = new AbortController().signal;
  return async ({ rule_id, before, after }) => {
    if (!ruleCatalogue.has(rule_id)) return unknownRule;
    const usual = rulesOf("wcag22aa");
    const rules = rulesOf("wcag22aaa").includes(rule_id) && !usual.includes(rule_id) ? [...usual, rule_id] : usual;
    const leave = await semaphore.enter(never);
    try {
      const context = await browsers.openContext(inert);
      const frame = chooseFrame(rule_id, before);
      const work = async () => {
        const was = await auditDocument(context, frame(before), script, rules);
        return compare(rule_id, was, await auditDocument(context, frame(after), script, rules));
      };
      const closed = new Promise<never>(() => undefined);
      return await within(work(), { timeoutMs: TIMEOUT_MS, signal: never }, closed).finally(() =>
        context.close().catch(() => undefined),
      );
    } finally {
      leave();
    }
  };
};
