import { plural } from "./plural";

export const results = {
  sections: {
    label: "Parts of this audit",
    overview: "Overview",
    rules: "What to fix",
    components: "Components",
    pages: "Pages",
    criteria: "Criteria",
    more: "Speed, SEO and quality",
  },

  overview: {
    scoreTitle: "Accessibility score",
    outOf: "out of 100",
    noScore: "No score: nothing could be checked.",
    meaning:
      "How much of what a machine can check is in order, weighted by harm. It's a start and not a verdict: much of what keeps people out, only a person can find.",
    coverage: (checked: number, total: number, person: number) =>
      `A machine could test something about ${checked} of ${total} success criteria. For the other ${person}, a person has to look.`,
    formulaTitle: "How this number is made",
    worstTitle: "What to fix first",
    worstMore: "All problems in order",
    noneTitle: "No barrier was found",
    none: "That's a good start. A machine can't judge everything: the criteria page lists what needs a person.",
    countsTitle: "Elements with a problem, by harm",
    scanned: (pages: number) => `${plural(pages, "page", "pages")} scanned`,
    failedPages: (pages: number) => `${plural(pages, "page", "pages")} couldn't be opened`,
    otherTitle: "Also measured",
    other: { performance: "Speed", seo: "SEO", quality: "Quality" },
    notMeasured: "Not measured",
  },

  where: (nodes: number, pages: number) =>
    `${plural(nodes, "element", "elements")} on ${plural(pages, "page", "pages")}`,

  rules: {
    title: "What to fix",
    lead: "In order of harm and reach: how badly a problem gets in people's way, and on how many pages. Start at the top.",
    problem: "Problem",
    impact: "Harm",
    nodes: "Elements",
    pages: "Pages",
    effort: "Effort",
    share: "Share of all",
    efforts: { small: "Small", medium: "Medium", large: "Large" },
    caption: (shown: number, all: number) =>
      shown === all ? plural(all, "problem", "problems") : `${shown} of ${plural(all, "problem", "problems")}`,
    filter: "Show",
    all: "All",
    empty: "Nothing of this kind was found.",
    reviewLead: "The scan couldn't decide these. A person has to look.",
  },

  rule: {
    fix: "How to fix it",
    criteria: "Success criteria",
    bestPractice: "Not part of WCAG: a best practice",
    rule: "Rule",
    findings: "Where it is",
    findingsCaption: (shown: number, all: number) => `${shown} of ${plural(all, "element", "elements")}`,
    onlyPage: (page: string) => `Only on ${page}`,
    removeFilter: "Show all pages",
  },

  pages: {
    title: "Pages",
    lead: "Every page of this audit, in the order of the scan. Open one to see its problems and the code behind them.",
    page: "Page",
    score: "Score",
    problems: "Problems",
    review: "To review",
    caption: (shown: number, all: number) =>
      shown === all ? plural(all, "page", "pages") : `${shown} of ${plural(all, "page", "pages")}`,
    notScanned: "Not scanned",
    empty: "No page has been scanned yet.",
  },

  page: {
    failed: "This page couldn't be scanned",
    problems: "Problems on this page, and what needs review",
    none: "No barrier was found on this page.",
    scanned: "scanned",
    score: (score: number | null) => (score === null ? "No score" : `Score ${score} out of 100`),
  },

  criteria: {
    lead: "Success criteria of WCAG, levels A and AA, and what this audit can say about each.",
    criterion: "Criterion",
    level: "Level",
    outcome: "Outcome",
    outcomes: {
      failed: "Problems found",
      passed: "No problem found",
      needs_review: "Needs a person",
      not_tested: "Not checked: needs a person",
    },
    caption: (count: number) => plural(count, "criterion", "criteria"),
  },

  finding: {
    number: (position: number) => `Finding ${position}`,
    page: "Page",
    element: "Where on the page",
    codeTitle: "The element's code, marked where to look",
    code: (position: number) => `Code of finding ${position}`,
    said: "What the check says",
    related: "Other elements it concerns:",
  },

  more: {
    title: "Speed, SEO and quality in detail",
    lead: "Measured in the same load of each page. Not part of the accessibility score.",
    speed: "Speed",
    speedCaption: (pages: number) =>
      `Three of four loads were at least this fast, over ${plural(pages, "page", "pages")}`,
    seo: "SEO",
    quality: "Quality",
    score: (score: number | null) => `Score ${score} out of 100.`,
    ofPages: (failed: number, total: number) => `${failed.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}`,
    checksCaption: (count: number) => plural(count, "check", "checks"),
    metric: "Measure",
    value: "Value",
    check: "Check",
    outcome: "Outcome",
    pagesFailed: "Pages that fail",
    outcomes: { pass: "Passed", fail: "Failed", not_measured: "Not measured" },
    metrics: {
      lcp_ms: "Largest content drawn (LCP)",
      cls: "Layout shift (CLS)",
      fcp_ms: "First content drawn (FCP)",
      ttfb_ms: "First byte (TTFB)",
      tbt_ms: "Blocked by scripts (TBT)",
      weight_bytes: "Transferred",
      requests: "Requests",
    },
    lighthouse: {
      title: "Lighthouse",
      lead: (version: string, device: "desktop" | "mobile") =>
        `Lighthouse ${version} loaded the start page, and no other, once, as ${device === "mobile" ? "a phone" : "a desktop computer"} on a network it simulates. These are its own lab figures, beside ours: they don't change any score of this audit.`,
      missing: "Lighthouse was asked for, but gave no figures.",
      failed: (reason: string) => `Not measured. ${reason}`,
      scoresCaption: "Scores, out of 100",
      score: "Score",
      part: "Part",
      metricsCaption: "One load in the lab",
      auditsCaption: (count: number) => `${plural(count, "audit", "audits")} not passed`,
      audit: "Audit",
      details: "Details",
      categories: {
        performance: "Performance",
        accessibility: "Accessibility",
        best_practices: "Best practices",
        seo: "SEO",
      },
      metrics: {
        speed_index_ms: "Content filled in (Speed Index)",
        tti_ms: "Ready for input (TTI)",
      },
    },
  },

  report: {
    download: "Download the report",
    preparing: "Your report is being made. This takes a few seconds.",
    mail: "Mail the report",
    mailTitle: "Mail the report",
    mailLead: "We send a mail with a link to the PDF.",
    mailTo: "E-mail address",
    send: "Send",
    queued: (email: string) => `The report is on its way to ${email}.`,
    failed: "The report couldn't be made.",
  },
} as const;
