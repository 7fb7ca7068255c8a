import { newId } from "@/server/core/ids";
import { cleanText } from "@/server/core/plain-text";
import type { ExportSource } from "@/server/domains/audits/results/exports/read-rows";
import { writeAxe } from "@/server/domains/audits/results/exports/write-axe";
import { writeCsv } from "@/server/domains/audits/results/exports/write-csv";
import { writeEarl } from "@/server/domains/audits/results/exports/write-earl";
import { writeJson } from "@/server/domains/audits/results/exports/write-json";
import { writeJunit } from "@/server/domains/audits/results/exports/write-junit";
import { writeSarif } from "@/server/domains/audits/results/exports/write-sarif";
import { RuleRollup } from "@/server/domains/audits/totals/roll-up-rules";
import { effectiveSettings } from "@/server/domains/audits/websites/contract";
import { QueueReport } from "@/server/domains/reports/contract";
import { canUnpack, logoFault } from "@/server/domains/reports/logo";
import { freeRows } from "@/server/domains/reports/pdf/model/free-form";
import { readReport } from "@/server/domains/reports/pdf/model/report-model";
import { headline, nextSteps, scoreMeaning } from "@/server/domains/reports/pdf/model/summary";
import { readableAccent } from "@/server/domains/reports/pdf/palette";
import { breakLines, shorten } from "@/server/domains/reports/pdf/text/break-lines";
import { linkAddress, pathWithin, shortAddress } from "@/server/domains/reports/pdf/text/format";
import { printableText, readableText } from "@/server/domains/reports/pdf/text/printable-text";
import { languageOf, runsRightToLeft } from "@/server/domains/reports/pdf/text/script-of";
import { splitWord } from "@/server/domains/reports/pdf/text/split-word";
import { refuseCostlyData } from "@/server/domains/reports/report-cost";
import { ReportData } from "@/server/domains/reports/report-data";
import { makePng, TINY_JPEG } from "../report/pictures";
import { sampleReport } from "../report/sample-report";
import { strangersReport } from "../report/strangers-report";
import { somewhatBad } from "../scans";
import { makeHostileText } from "./hostile-text";
import { changeBytes } from "./nearly-valid";
import { type ForeignParser, ofText, ofValueLike, refusing, words } from "./parser-kinds";
import type { Random } from "./random";

const scripts = [
  ...words("word W \u0416 文 日本 한국어 ไทย אבג عربي देव \u0301 \u0301\u0301\u0301\u0301\u0301 ﷺ 𠀀 、 。 「 」 -"),
  ...[
    "🚀",
    "👩‍👩‍👧‍👦",
    "❤️",
    "🏽",
    "🇩🇪",
    "\u200d",
    "\u200c",
    "\u202e",
    "\ufe0f",
    "\u00ad",
    "\u2028",
    "\u0000",
    "\ud800",
  ],
  ...[" ", "\n", "\u00a0", "\t", "https://a.example/", "?a=b&", "/", "<script>", "x".repeat(60), "&amp;"],
];
const dataTexts = [...scripts, ...words("2026-11-22T00:00:00Z needs_review serious 1.4.3 wcag111 #0b5fff 71 failed")];

const exportTexts = [...dataTexts, "=", "@", '"', ",", "]]>", "\ufffe"];

const queued = (data: object) => ({
  id: "an-id",
  variant: "full",
  email: "ada@a.example",
  url: "https://a.example/",
  data,
});

const readText = (text: string): void => {
  const { printed } = printableText(text, (code) => code < 0x3000);
  readableText(text);
  breakLines(printed, 90);
  shorten(text, 300);
  languageOf(printed, "ja");
  runsRightToLeft(printed);
  for (const word of printed.split(" ")) splitWord(word);
};

const readModel = (data: ReportData): void => {
  const model = readReport(data);
  headline(model);
  scoreMeaning(model);
  nextSteps(model);
  freeRows(data.seo, ["checks"], 40);
  freeRows(data.quality, [], 40);
  for (const { url } of data.pages ?? []) pathWithin(url, data.website?.url);
};

const rollup = new RuleRollup();
rollup.add(somewhatBad);

const audit = {
  id: newId(),
  website_id: newId(),
  website_url: "http://a.example/",
  website_name: "A",
  status: "completed",
  created_at: new Date("2026-11-22T09:00:00.000Z"),
  scores: { accessibility: 71 },
  partial: null,
  effective_options: effectiveSettings({ second_engine: true }),
};
const page = {
  id: newId(),
  url: "http://a.example/",
  final_url: "http://a.example/",
  title: "A page",
  http_status: 200,
  device: "mobile",
  duration_ms: 800,
  error_message: "It failed",
  component: "nav card",
};
const finding = {
  id: newId(),
  issue_id: newId(),
  page_id: page.id,
  rule_id: "button-name",
  outcome: "violation",
  impact: "critical",
  page_url: page.final_url,
  page_title: page.title,
  selector: "#a >>> button",
  html: "<button></button>",
  message: "Fix it",
  engines: ["axe-core", "accesslint"],
  views: ["usual", "narrow"],
  reach: [{ action: "open", name: "=1+1" }],
  strip: null,
  related: [{ selector: "#b", html: "<b>" }],
  fingerprint: "f",
  component: "div nav card",
  status: "open",
  note: "=1+1",
};
const foreignColumns = [
  "rule_id",
  "selector",
  "html",
  "message",
  "page_title",
  "page_url",
  "note",
  "component",
] as const;

/** Returns a database row with hostile text in some of the columns that contain external text. */
const anyRow = (random: Random): typeof finding => {
  const row = structuredClone(finding);
  for (const column of foreignColumns)
    if (random.chance(0.3)) row[column] = makeHostileText(random, exportTexts, 2_000);
  cleanText(row);
  return row;
};

const sourceOf = (row: typeof finding): ExportSource => {
  const pages = [
    {
      ...page,
      title: row.page_title,
      final_url: row.page_url,
      started_at: audit.created_at,
      error_code: null,
      result_key: null,
      cross_page: null,
      ...{ sample: null, page_group: null, journey_url: null, excluded_elements: null, excluded_findings: null },
    },
  ];
  const inDocument = {
    ...{ rule_id: "pdf-title", clause: "7.1-9", criteria: ["2.4.2"], impact: "serious", outcome: "failed" },
    ...{ message: row.message.slice(0, 500), page: 1, count: 1 },
  };
  const document = {
    ...{ id: row.page_id, url: row.page_url, final_url: row.page_url, title: row.page_title, http_status: 200 },
    ...{ bytes: 1, pages: 1, problem: null, critical: 0, serious: 1, moderate: 0, minor: 0, needs_review: 0 },
    ...{ findings: [inDocument], checked_at: audit.created_at, linking_pages: 1 },
    linked_from: [row.page_url],
  };
  const query = async (text: string) => {
    if (text.includes("FROM audit_documents, jsonb")) return [{ finding: inDocument }];
    if (text.includes("FROM audit_documents")) return [document];
    return text.includes("FROM scan_audits WHERE") ? pages : [row];
  };
  const fix = {
    current_code: row.html,
    correct_code: row.message,
    explanation: row.note,
    verified: true,
    verified_in: "page",
    placeholders: [row.html],
    cleared_findings: 1,
    moved_px: 0,
    component: null,
    finding: null,
  };
  const fixes = { has: () => true, read: async () => fix };
  return { sql: { query }, audit, rules: rollup.rules, fixes } as unknown as ExportSource;
};

const isJson = new Set([writeJson, writeAxe, writeEarl, writeSarif]);

const writeAll = async (row: typeof finding): Promise<undefined> => {
  for (const write of [writeCsv, writeJson, writeAxe, writeEarl, writeSarif, writeJunit]) {
    let text = "";
    for await (const chunk of write(sourceOf(row))) text += chunk;
    if (isJson.has(write)) JSON.parse(text);
  }
};

/** Parsers for report data that callers send, and for text from pages in exported findings. */
export const reportParsers: readonly ForeignParser[] = [
  ofValueLike("report requests", [queued(sampleReport(2)), queued(strangersReport())], dataTexts, (value) => {
    const read = QueueReport.safeParse(value);
    return read.success && refusing(() => refuseCostlyData(read.data.data));
  }),
  ofValueLike("printed report data", [sampleReport(2), strangersReport()], dataTexts, (value) => {
    const { data } = ReportData.safeParse(value);
    if (data) readModel(data);
    return data !== undefined;
  }),
  ofText("report text", scripts, 20_000, (text) => {
    readText(text);
    return undefined;
  }),
  ofText("report URLs", [...scripts, ...words("http:// : @ # ? [ ] javascript: data: %zz")], 5_000, (text) => {
    shortAddress(text);
    pathWithin(text, "https://a.example/");
    return linkAddress(text) !== null;
  }),
  {
    name: "logos",
    prepare: (random) => {
      const png = makePng({ width: random.below(300), height: random.below(300), colours: random.pick([0, 2, 3, 6]) });
      const file = changeBytes(random, random.chance(0.5) ? png : Buffer.from(TINY_JPEG, "base64"));
      const input = `data:image/${random.pick(["png", "jpeg"])};base64,${file.toString("base64")}`;
      return { input, read: () => logoFault(input) === null && canUnpack(input) };
    },
  },
  {
    name: "accents",
    prepare: (random) => {
      const input = `#${random.below(0xff_ff_ff).toString(16).padStart(6, "0")}`;
      return { input, read: () => void readableAccent(input) };
    },
  },
  {
    name: "exported findings",
    prepare: (random) => {
      const input = anyRow(random);
      return { input, read: () => writeAll(input) };
    },
  },
];
