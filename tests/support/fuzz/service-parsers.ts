import { createHmac } from "node:crypto";
import type { Result } from "lighthouse";
import { toSendOptions } from "@/server/adapters/email/compose";
import type { OutgoingEmail } from "@/server/adapters/email/port";
import { readResendEvent, verifyResendEvent } from "@/server/adapters/email/resend-event";
import { readStripeEvent } from "@/server/adapters/payments/read-stripe-event";
import { verifyStripeEvent } from "@/server/adapters/payments/verify-stripe-event";
import { readRetryAfter } from "@/server/adapters/retry-after";
import { toProblem } from "@/server/adapters/search-console/google-problem";
import { readProperties, readRows, readTokens } from "@/server/adapters/search-console/google-responses";
import { newId } from "@/server/core/ids";
import { cleanText } from "@/server/core/plain-text";
import { ApplyCallback } from "@/server/domains/audits/callback-contract";
import { readAnswer as readModelAnswer } from "@/server/domains/audits/fixes/read-answer";
import { RuleRollup } from "@/server/domains/audits/totals/roll-up-rules";
import { Beacon } from "@/server/domains/monitoring/rum/contract";
import { guessProperty } from "@/server/domains/monitoring/search-performance/guess-property";
import {
  CheckRequest,
  ScanRequest,
  SnippetCheckResult,
  signScannerBody,
  verifyScannerSignature,
} from "@/server/scanner/contract";
import { readLighthouse } from "@/server/scanner/lighthouse/read-lighthouse";
import { WorkerMessage } from "@/server/scanner/service/worker-messages";
import { bounce, emailEvent, signEvent } from "../email-events";
import { pagesOf } from "../sample-audit";
import lighthouseRun from "../scanner/lighthouse-run.json" with { type: "json" };
import { changeText } from "./nearly-valid";
import { type ForeignParser, ofTextLike, ofValueLike, refusing, words } from "./parser-kinds";
import type { Random } from "./random";

const isTaken = ({ success }: { success: boolean }): boolean => success;
const texts = [
  ...words("a é <b> 1.4.3 http://a.example/ a@b.example 0 . : sc-domain: https:// T Z www. - /"),
  ...[" ", "\n", "\u0000"],
];
const html = [
  ...words('<p <img src= alt=" " > </p> <!-- --> & &amp; #a .b >>> : nth-child( ) [ ] [Learn more ]( ) ` a@b.example'),
  ...[" ", "\u0000", "\ud800"],
];
const signed = words("t= v1= v1, , = 0 a f 9 - . whsec_ e");

const pages = pagesOf("http://a.example/");
const rule = (id: string) => ({
  id,
  impact: "serious",
  tags: ["wcag2a", "wcag111"],
  help: "Help",
  description: "Description",
  helpUrl: "https://a.example/",
  nodes: [{ html: "<img>", target: ["#a", ["#frame", "img"]], failureSummary: "Fix it" }],
});
const nativeAxe = {
  testEngine: { name: "axe-core", version: "4.14.1" },
  violations: [rule("image-alt"), rule("label")],
  incomplete: [rule("color-contrast")],
  passes: [rule("list")],
  inapplicable: [{ id: "blink" }],
};
const callback = {
  id: newId(),
  audit_id: newId(),
  ask: 1,
  sequence: 3,
  event: "pages.completed",
  pages_total: 12,
  pages,
  phase: "scanning",
  discovered_urls: ["http://a.example/", "http://a.example/b"],
  usage: { cpu_ms: 1_000, bytes: 5_000_000 },
};
const foreignCallback = { ...callback, pages: [{ url: "http://a.example/", axe: nativeAxe, error: "It failed" }] };

const beacon = {
  site_key: "a-key",
  page: "/a?b#c",
  device: "phone",
  navigation_type: "navigate",
  reduced_motion: true,
  lcp_ms: 1_200.5,
  inp_ms: 80,
  cls: 0.02,
};

const progress = {
  phase: "scanning",
  pages_total: 9,
  pages_done: 3,
  pages_failed: 1,
  discovered_urls: ["http://a.example/"],
};
const page = { url: "http://a.example/", final_url: "http://a.example/", device: "mobile", failed: false, json: "{}" };
const result = {
  verified: false,
  reproduced: true,
  passes: false,
  new_failures: [{ rule_id: "label", message: "No label" }],
  remaining: "It still fails",
};
const workerMessages = [
  { type: "page", id: 4, page, progress },
  { type: "progress", progress },
  { type: "check_result", id: 1, result },
  { type: "failed", error: { code: "timeout", message: "Too slow" } },
  { type: "beat", bytes: 12 },
] as const;

const stripeEvent = (type: string) => ({
  id: "evt_1",
  type,
  data: { object: { id: "in_1", customer: "cus_1", amount: 1_900, lines: { data: [{ id: "il_1" }] } } },
});

const figures = { clicks: 3, impressions: 90, ctr: 0.033, position: 7.5 };
const rows = { rows: [{ keys: ["lamp", "http://a.example/"], ...figures }, figures] };
const sites = {
  siteEntry: [
    { siteUrl: "https://www.a.example/shop/", permissionLevel: "siteOwner" },
    { siteUrl: "sc-domain:a.example", permissionLevel: "siteFullUser" },
  ],
};
const tokens = { access_token: "at", refresh_token: "rt", expiry_date: 1_790_000_000_000, scope: "a b" };
const refusal = {
  error: {
    code: 403,
    status: "X",
    message: "Refused",
    errors: [{ reason: "quotaExceeded" }],
    details: [{ reason: "X" }],
  },
};

const secret = "whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQ=";
const body = Buffer.from('{"a":1}');
const resendHeaders = (): Record<string, string> => signEvent(body.toString(), { id: "msg_1", secret });
const stripeHeader = (): string => {
  const seconds = Math.floor(Date.now() / 1_000);
  return `t=${seconds},v1=${createHmac("sha256", "x").update(`${seconds}.`).update(body).digest("hex")}`;
};
/** Converts text to a header value as Node returns it: without line breaks, in Latin-1. */
const asHeader = (text: string): string => text.replace(/[^\u0020-\u007e\u0080-\u00ff]/g, "?");

const emailTexts = [...texts, "\r\nBcc: x@y.example", '"', "<", ">", ",", "\\"];

/** Returns an email in our own format; any of its text may come from a caller. */
const anyEmail = (random: Random): OutgoingEmail => {
  const text = (valid: string): string => (random.chance(0.3) ? changeText(random, valid, emailTexts) : valid);
  return {
    to: text("ada@a.example"),
    from: text('"Curbcut" <hello@b.example>'),
    subject: text("Your report"),
    html: text("<p>Hello</p>"),
    text: text("Hello"),
    headers: { "List-Unsubscribe": text("<http://a.example/>") },
    attachments: [{ fileName: text("report.pdf"), content: Buffer.from("%PDF"), contentType: "application/pdf" }],
    idempotencyKey: text("a-key"),
  };
};

/** Parsers for data from the scanner, Google, Stripe, Resend, models and visitors' browsers. */
export const serviceParsers: readonly ForeignParser[] = [
  ofValueLike("scanner callbacks", [callback, foreignCallback], html, (value) => {
    if (!refusing(() => cleanText(value))) return false;
    const read = ApplyCallback.safeParse(value);
    const rollup = new RuleRollup();
    for (const { axe } of read.data?.pages ?? []) rollup.add(axe);
    return read.success;
  }),
  ofValueLike("scan worker messages", workerMessages, html, (value) => isTaken(WorkerMessage.safeParse(value))),
  ofValueLike("snippet check results", [result], html, (value) => isTaken(SnippetCheckResult.safeParse(value))),
  ofValueLike("snippet checks", [{ rule_id: "label", before: "<input>", after: "<p>" }], html, (value) =>
    isTaken(CheckRequest.safeParse(value)),
  ),
  ofValueLike(
    "scan requests",
    [{ audit_id: "a", website_url: "http://a.example/", callback_url: "http://b.example/", options: { max_pages: 9 } }],
    texts,
    (value) => isTaken(ScanRequest.safeParse(value)),
  ),
  ofValueLike("Lighthouse results", [lighthouseRun], html, (value) => {
    try {
      readLighthouse(value as Result, "http://a.example/", "mobile");
      return true;
    } catch {
      return false;
    }
  }),
  ofValueLike("visitors' beacons", [beacon], texts, (value) => isTaken(Beacon.safeParse(value))),
  ofValueLike(
    "Stripe events",
    [stripeEvent("invoice.paid"), stripeEvent("customer.subscription.updated")],
    texts,
    (value) => refusing(() => readStripeEvent(value)),
  ),
  ofValueLike(
    "Resend events",
    [
      emailEvent("email.bounced", "an-id", "ada@a.example", bounce("Permanent")),
      emailEvent("email.sent", "b", "c@d.e"),
    ],
    texts,
    (value) => refusing(() => readResendEvent(new Headers({ "svix-id": "1" }), value)),
  ),
  ofTextLike("Stripe signatures", stripeHeader, signed, (text) =>
    verifyStripeEvent("x", new Headers({ "stripe-signature": asHeader(text) }), body),
  ),
  ofTextLike(
    "Resend signatures",
    () => resendHeaders()["svix-signature"] ?? "",
    signed,
    (text) => verifyResendEvent(secret, new Headers({ ...resendHeaders(), "svix-signature": asHeader(text) }), body),
  ),
  ofTextLike(
    "scanner signatures",
    () => signScannerBody("x", body),
    signed,
    (text) => verifyScannerSignature("x", body, asHeader(text)),
  ),
  ofValueLike("Search Console rows", [rows], texts, (value) => refusing(() => cleanText(readRows(value)))),
  ofValueLike("Search Console properties", [sites], texts, (value) =>
    refusing(() =>
      guessProperty(
        "https://www.a.example/",
        readProperties(value).map(({ property }) => property),
      ),
    ),
  ),
  ofValueLike("Google tokens", [tokens], texts, (value) => refusing(() => readTokens(value))),
  ofValueLike("Google errors", [refusal, { error: "invalid_grant", error_description: "x" }], texts, (data) => {
    toProblem({ message: "x", response: { status: 403, headers: {}, data } });
    return undefined;
  }),
  ofTextLike(
    "delays requested by services",
    ["120", "Fri, 20 Nov 2099 09:00:30 GMT"],
    words("1 9 : - + , GMT e . 0x"),
    (text) => {
      return readRetryAfter(text) !== undefined;
    },
  ),
  ofTextLike(
    "nearly valid model responses",
    [
      JSON.stringify({ current_code: "<img>", correct_code: '<img alt="">', explanation: "Said." }),
      '```json\n{"current_code":"a","correct_code":"b","explanation":"c"}\n```',
    ],
    words('``` json { } " \\ correct_code : , [ ] x é'),
    (text) => "fix" in readModelAnswer(text),
  ),
  {
    name: "emails to send",
    prepare: (random) => {
      const input = anyEmail(random);
      return { input, read: () => refusing(() => toSendOptions(input)) };
    },
  },
];
