import type { IncomingMessage } from "node:http";
import { clientAddress } from "@/server/core/client-address";
import { readCookies } from "@/server/core/cookies";
import { hasReadableHost } from "@/server/core/web-address";
import { draftFixes } from "@/server/domains/audits/fixes/fixers";
import { findObjections } from "@/server/domains/audits/fixes/guard/objections";
import { readAnswer as readModelAnswer } from "@/server/domains/audits/fixes/read-answer";
import type { FailingPart } from "@/server/domains/audits/rules/contract";
import { markFailingPart } from "@/server/domains/audits/rules/mark-failing-part";
import { describeAgent } from "@/server/domains/identity/auth/describe-agent";
import { chooseFrame } from "@/server/scanner/check-snippet-frame";
import { addressKey, isLikelyFile, normalizeAddress } from "@/server/scanner/crawl/addresses";
import { parseRetryAfter } from "@/server/scanner/crawl/pacer";
import { createAddressFilter } from "@/server/scanner/crawl/patterns";
import { readRobotsRules } from "@/server/scanner/crawl/robots-rules";
import { parseSitemap } from "@/server/scanner/crawl/sitemaps";
import { createTrapDetector } from "@/server/scanner/crawl/traps";
import { passOnHeaders } from "@/server/scanner/guard/foreign-headers";
import { readRoute, withoutParameters } from "@/server/scanner/hash-route";
import { plainText } from "@/server/scanner/lighthouse/read-lighthouse";
import { toAxeResult } from "@/server/scanner/page/axe-result";
import { findComponent } from "@/server/scanner/page/find-component";
import { toQualityResult } from "@/server/scanner/page/quality-checks";
import { readAnimation } from "@/server/scanner/page/read-animation";
import { readAnswer } from "@/server/scanner/page/read-answer";
import { redactHtml, redactText } from "@/server/scanner/page/redact";
import { ruleCatalogue } from "@/server/scanner/page/rule-catalogue";
import { toSeoResult } from "@/server/scanner/page/seo-checks";
import { recogniseWall } from "@/server/scanner/page/walls/recognise-wall";
import { isActionAddress } from "@/server/scanner/sign-in/action-words";
import { failingSnippets } from "@/tests/fixtures/failing-snippets";
import { makeAnimation } from "../scanner/make-animation";
import { auditParsers } from "./audit-parsers";
import { callerParsers } from "./caller-parsers";
import { documentParsers } from "./document-parsers";
import { makeHostileText } from "./hostile-text";
import { changeBytes, changeText } from "./nearly-valid";
import { type ForeignParser, ofText, ofTextLike, ofValueLike, words } from "./parser-kinds";
import type { Random } from "./random";
import { reportParsers } from "./report-parsers";
import { serviceParsers } from "./service-parsers";

const html = [
  ...[
    "<",
    ">",
    "</",
    "/>",
    '"',
    "'",
    "=",
    " ",
    "\n",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!doctype ",
    "<html",
    "<body>",
  ],
  ...[
    "<input",
    ' type="hidden"',
    ' value="',
    " value='",
    ' name="',
    "<textarea",
    "</textarea>",
    "<meta",
    "csrf",
    "token",
  ],
  ...[
    "<a href=",
    "<img src=",
    ' alt="',
    "<title",
    "</title>",
    "<figcaption>",
    "</figcaption>",
    "<h1>",
    "</h1>",
    "<svg",
  ],
  ...["<script>", "</script>", "<style", "<select><option>", "<button ", ' aria-label="', ' role="', ' style="color:'],
  ...[
    "line-height:",
    "letter-spacing",
    "!important",
    " !",
    ";",
    "<li>",
    "<td ",
    "<p>",
    "x",
    "data-token=",
    "a@b.example",
  ],
  ...["eyJhbGciOiJ.", "sk_live_", "0123456789abcdef", "Aa1-", "@", ".", "?token=", "&", "-", "_", "%"],
];
const addresses = [
  ...[
    "#/",
    "#!/",
    "http://",
    "https://",
    "a.example",
    "/",
    "?",
    "&",
    "=",
    "#",
    "a",
    ".",
    "%41",
    "[",
    "]",
    ":",
    "@",
    "xn--",
    "2026/11/22",
  ],
  ...["?sort=", "utm_source=", ";jsessionid=", ".pdf", "calendar/2026", "\\", "javascript:", "-", "1"],
];
const sitemap = [
  ...[
    "<urlset>",
    "<sitemapindex>",
    "<loc>",
    "</loc>",
    "<url>",
    "<",
    ">",
    " ",
    "\n",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "&amp;",
  ],
  ...[
    "&#",
    "&#x1F600;",
    ";",
    "http://a.example/",
    "https:",
    "<?xml ",
    "?>",
    "<s:loc",
    "</s:loc>",
    ":",
    "<s:urlset ",
    "x",
  ],
];
const robots = [
  ...[
    "User-agent:",
    " *",
    "curbcut",
    "\n",
    "Disallow: ",
    "Allow:",
    "/",
    "*",
    "$",
    "#",
    ":",
    "a",
    "ab",
    "Crawl-delay: ",
    "9",
  ],
  ...["Sitemap: http://a.example/", "%c3", "?", " ", "\r"],
];
const patterns = ["*", "a", "ab", "$", "/", "?", "http://a.example/", "b", "*a", "**"];
const headers = [
  "a",
  ":",
  ";",
  "=",
  ",",
  " ",
  '"',
  "Connection",
  "x-b",
  "\x01",
  "\x7f",
  "é",
  "v".repeat(50),
  "%41",
  "%",
];
const agents = words("Mozilla/5.0 ( ) ; Chrome/ Safari/ Version/1. Version/ . / Mobile/ Firefox/9 Edg/ Windows Mac x");
const forwarded = ["1.2.3.4", ",", " ", "[", "]", "::1", ":", "%", "1", ".", '"', "::ffff:", "a"];
const markdown = ["[Learn more", "](", ")", "[", "]", "(", " ", "`", "http://a.example", ".", "\n", "a", "!"];
const answers = [
  "```",
  "json",
  "\n",
  " ",
  "{",
  "}",
  '"correct_code":',
  '"explanation":',
  '"a"',
  ",",
  "[",
  "]",
  "\\",
  "x",
];
const names = words("css- sc- is- card -body _ - 1 a nav bar 12ab9 col row # active");
const times = words("Fri, 20 Nov 2026 09:00:30 GMT 1 9 - + : e . 0x");

const probeFacts = {
  address: "https://a.example/b",
  title: "Lamps",
  description: "Lamps of brass",
  canonicals: ["https://a.example/b"],
  robots: "index",
  language: "en-GB",
  viewport: "width=device-width",
  standardsMode: true,
  characterSet: "UTF-8",
  headings: [{ level: 1, text: "Lamps" }],
  hreflang: [{ language: "de", href: "/de", url: "https://a.example/de" }],
  words: 300,
  text: "Lamps of brass. Page not found.",
  mainWords: 280,
  fields: ["search"],
  buttons: ["Accept all"],
  shownLinks: [{ url: "https://a.example/c", text: "More" }],
  options: ["Germany"],
  files: ["/app.js"],
  inlineScripts: ["start()"],
  frames: ["/map"],
  names: ["root"],
  pictures: 2,
  dialogWords: 0,
  shadowText: "We value your privacy",
  frameLinks: ["https://a.example/d"],
  refresh: "5; url=/",
  elements: 90,
  images: 3,
  brokenImages: ["/a.png"],
  insecure: ["http://a.example/x.js"],
  links: [{ url: "https://a.example/c", text: "More" }],
  structure: [">header", ">header>nav", ">main", ">main>div[region]"],
};
const record = {
  documents: [],
  requests: 1,
  bytes: 1,
  consoleErrors: [],
  scriptErrors: 0,
  failedRequests: [],
  insecureRequests: [],
  documentBytes: 1,
  usesSockets: false,
};
const probeNode = {
  selector: "#a >>> img",
  html: '<img src="a.png">',
  summary: "Fix it",
  place: 1,
  element: 0,
  description: {
    role: "img",
    name: "Lamp ada@a.example",
    states: ["hidden"],
    path: [{ role: "heading", name: "Lamps", level: 2 }],
  },
  related: [{ selector: "#b", html: "<b>" }],
};
const probeFindings = {
  rules: [
    { id: "image-alt", passed: 3, failed: 1, review: 0, violations: [probeNode], incomplete: [] },
    { id: "color-contrast", passed: 0, failed: 0, review: 1, violations: [], incomplete: [probeNode] },
  ],
  places: [
    { tag: "nav", role: "", id: "menu", classes: ["card", "sc-12ab"], parent: null },
    { tag: "li", role: "button", id: "", classes: [], parent: 0 },
  ],
};
const probeMetrics = { lcp_ms: 1, fcp_ms: 2, ttfb_ms: null, load_ms: 4, tbt_ms: 5, cls: 0.1 };

/** Reads a probe's result and processes it. Returns false if the result couldn't be read. */
const reading = <Name extends "facts" | "metrics" | "axe">(
  name: Name,
  value: unknown,
  goOn: (answer: ReturnType<typeof readAnswer<Name>>) => unknown,
): boolean => {
  let answer: ReturnType<typeof readAnswer<Name>>;
  try {
    answer = readAnswer(name, value);
  } catch (error) {
    if (!(error as Error).message.startsWith(`The page's ${name} couldn't be read`)) throw error;
    return false;
  }
  goOn(answer);
  return true;
};

const repairs = failingSnippets.filter(({ repaired }) => repaired !== undefined);
const rules = [...ruleCatalogue.keys()];
const anyRule = (random: Random): string => random.pick(rules) ?? "";

const animations: [Buffer, ...Buffer[]] = [
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><animate repeatCount="indefinite"/></svg>'),
];

/** Every parser for external text: websites, their pages, callers, and the services we receive data from. */
export const foreignParsers: readonly ForeignParser[] = [
  ofText("redacted snippets", html, 20_000, (text) => redactHtml(text)),
  ofText("redacted text", html, 20_000, (text) => redactText(text)),
  ofText("snippets wrapped in a page for a check", html, 20_000, (text, random) =>
    chooseFrame(anyRule(random), text)(text),
  ),
  ofText("snippets fixed by rules", html, 20_000, (text, random) => draftFixes(anyRule(random), text).length > 0),
  {
    name: "snippets compared with a fix",
    prepare: (random) => {
      const input = Array.from({ length: 3 }, () => makeHostileText(random, html, 20_000));
      const [current = "", correct_code = "", explanation = ""] = input;
      return { input, read: () => findObjections(current, { correct_code, explanation }) };
    },
  },
  {
    name: "fixes compared with the snippet",
    prepare: (random) => {
      const { html: current, repaired = "" } = random.pick(repairs) ?? { html: "" };
      const correct_code = changeText(random, repaired, html);
      const read = () => findObjections(current, { correct_code, explanation: "Repaired." }).length === 0;
      return { input: correct_code, read };
    },
  },
  ofText("highlighted snippets", html, 5_000, (text, random) =>
    markFailingPart(text, random.pick<FailingPart>(["tag", "text", { attributes: ["alt", "aria-label", "href"] }])),
  ),
  ofText("hostile model responses", answers, 20_000, (text) => readModelAnswer(text)),
  ofText(
    "sitemaps",
    sitemap,
    50_000,
    (text) => parseSitemap(text).sitemaps.length + parseSitemap(text).pages.length > 0,
  ),
  ofText("robots.txt", robots, 50_000, (text) => {
    readRobotsRules(text, "Curbcut").allows("/a/ab?a=ab".repeat(20));
  }),
  {
    name: "patterns",
    prepare: (random) => {
      const input = Array.from({ length: 20 }, () => makeHostileText(random, patterns, 1_000));
      const address = `http://a.example/${makeHostileText(random, ["a", "b", "ab", "/", "?"], 1_900)}`;
      const read = () => {
        createAddressFilter(input, input)(address);
      };
      return { input, read };
    },
  },
  ofText("URLs", addresses, 5_000, (text) => {
    const address = normalizeAddress(text, "http://a.example/");
    if (address === null) return false;
    addressKey(address);
    isLikelyFile(address);
    createTrapDetector()(address);
    const routed = address + readRoute(text);
    addressKey(withoutParameters(routed));
    createTrapDetector()(routed);
    isActionAddress(routed);
    return hasReadableHost(address);
  }),
  {
    name: "response headers",
    prepare: (random) => {
      const input = Array.from({ length: random.below(60) }, () => makeHostileText(random, headers, 3_000));
      return { input, read: () => Object.keys(passOnHeaders(input)).length > 0 };
    },
  },
  ofTextLike("Retry-After", ["120", "Fri, 20 Nov 2099 09:00:30 GMT"], times, (text) => parseRetryAfter(text) !== null),
  ofText("cookies", headers, 16_000, (text) => {
    return Object.keys(readCookies({ get: () => text } as unknown as Headers)).length > 0;
  }),
  ofText("user agents", agents, 16_000, (text) => describeAgent(text)),
  ofText("X-Forwarded-For", forwarded, 16_000, (text) => {
    const request = { headers: { "x-forwarded-for": text }, socket: {} } as unknown as IncomingMessage;
    clientAddress(request, 1);
  }),
  ofText("Lighthouse text", markdown, 20_000, (text) => plainText(text, 2_000)),
  {
    name: "class names",
    prepare: (random) => {
      const input = Array.from({ length: 30 }, (_, index) => ({
        tag: random.pick(["div", "li", "nav", "x-a"]),
        role: makeHostileText(random, names, 40),
        id: makeHostileText(random, names, 60),
        classes: Array.from({ length: 12 }, () => makeHostileText(random, names, 60)),
        parent: index === 0 ? null : index - 1,
      }));
      return { input, read: () => findComponent(input, 29) };
    },
  },
  ofValueLike("probe page facts", [probeFacts], html, (value) =>
    reading("facts", value, (facts) => {
      toSeoResult({ facts, status: 200, robotsHeader: "noindex", brokenLinks: [] });
      toQualityResult({ facts, record });
      recogniseWall({
        url: "https://a.example/fr/b",
        finalUrl: "https://a.example/login",
        status: facts.headings.length % 2 === 0 ? 200 : 403,
        headers: {},
        facts,
        isStart: true,
      });
    }),
  ),
  ofValueLike("probe findings", [probeFindings], html, (value) =>
    reading("axe", value, (findings) => toAxeResult([findings])),
  ),
  ofValueLike("probe metrics", [probeMetrics], html, (value) => reading("metrics", value, () => undefined)),
  {
    name: "animated images",
    ready: async () => {
      for (const format of ["gif", "webp", "apng"] as const)
        for (const loop of [0, 3]) animations.push(await makeAnimation({ format, loop }));
    },
    prepare: (random) => {
      const input = changeBytes(random, random.pick(animations));
      return { input: input.toString("base64"), read: () => readAnimation(input) !== null };
    },
  },
  ...documentParsers,
  ...auditParsers,
  ...callerParsers,
  ...serviceParsers,
  ...reportParsers,
];
