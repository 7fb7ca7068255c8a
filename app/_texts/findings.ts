import { plural } from "./plural";

const percent = (share: number): string => (share > 0 && share < 0.01 ? "less than 1%" : `${Math.round(share * 100)}%`);
const number = (count: number): string => count.toLocaleString("en-GB");

export const findings = {
  components: {
    title: "Components",
    lead: "Parts that pages share, such as a menu or a card. Fix one and it's fixed on each page that has it.",
    few: (count: number, share: number) =>
      `${count === 1 ? "This component holds" : `These ${count} components hold`} ${percent(share)} of the findings.`,
    caption: (shown: number, all: number) =>
      shown === all ? plural(all, "component", "components") : `The ${shown} fullest of ${number(all)} components`,
    component: "Component",
    findings: "Findings",
    pages: "Pages",
    rules: "Rules",
    share: "Share of all",
    together: "With those above",
    emptyTitle: "Nothing to group",
    empty: "Either nothing fails in this audit, or its scanner didn't say where on the page each finding lies.",
    inside: "Findings in this component",
    insideCaption: (shown: number) => `${plural(shown, "finding", "findings")} shown`,
    remove: "Show all components",
    percent,
  },

  exports: {
    open: "Export",
    menu: "Export all findings as",
    formats: {
      csv: { name: "CSV", use: "for spreadsheets" },
      json: { name: "JSON", use: "everything, as the API names it" },
      axe: { name: "axe", use: "for tools that read axe-core's results" },
      sarif: { name: "SARIF", use: "for code scanning" },
      earl: { name: "EARL", use: "for W3C's evaluation tools" },
      junit: { name: "JUnit", use: "for CI servers" },
    },
  },

  changes: {
    title: "Since the audit before",
    since: "Compared with the audit of",
    pageTitle: "What changed",
    pageLead: "Findings that are new, gone, back or still there since an earlier audit of this website.",
    filter: "Show findings that are",
    list: (kind: string, count: number) => `${kind} (${number(count)})`,
    explain: {
      new: "Seen for the first time on pages that both audits could scan.",
      fixed: "No longer found on pages that both audits could scan. Shown as the earlier audit saw them.",
      regressed: "Gone in the audit before, and there again.",
      unchanged: "There in both audits.",
    },
    none: {
      new: "Nothing new was found.",
      fixed: "Nothing was fixed since then.",
      regressed: "Nothing came back.",
      unchanged: "No finding is in both audits.",
    },
    first: "This is the website's first audit, so there is nothing to compare it with.",
    shown: (count: number, all: number) => `${number(count)} of ${plural(all, "finding", "findings")} shown`,
    kinds: { new: "New", fixed: "Fixed", regressed: "Came back", unchanged: "Unchanged" },
    notCompared: (count: number) =>
      `${plural(count, "finding is", "findings are")} on pages that only one of the two audits could scan. They're not compared.`,
  },

  trend: {
    title: "Trend",
    chart: (first: number, last: number, audits: number) =>
      `Accessibility score over ${plural(audits, "audit", "audits")}: from ${first} to ${last} out of 100.`,
    table: "The trend as a table",
    caption: "Completed audits, oldest first",
    audit: "Audit",
    score: "Score",
    pages: "Pages",
    new: "New",
    fixed: "Fixed",
  },

  triage: {
    menu: (position: number) => `Decide about finding ${position}`,
    select: (position: number) => `Select finding ${position}`,
    bar: "Decide about the selected findings",
    selected: (count: number) => (count === 0 ? "None selected" : `${number(count)} selected`),
    selectAll: "Select all shown",
    selectNone: "Select none",
    assign: "Assign…",
    assignTitle: (count: number) => (count === 1 ? "Assign this finding" : `Assign ${number(count)} findings`),
    assignee: "To whom",
    assignLead: "Leave the field empty to assign to nobody.",
    assignedTo: (name: string) => `Assigned to ${name}`,
    assigned: (count: number, name: string | null) => {
      const said = `Assigned to ${name ?? "nobody"}`;
      return count === 1 ? `${said}.` : `${said}: ${number(count)} findings.`;
    },
    statuses: { open: "Open", ignored: "Ignored", false_positive: "False positive" },
    actions: { open: "Open again", ignored: "Ignore…", false_positive: "Mark as false positive…" },
    dialogs: {
      ignored: (count: number) => (count === 1 ? "Ignore this finding" : `Ignore ${number(count)} findings`),
      false_positive: (count: number) =>
        count === 1 ? "Mark as a false positive" : `Mark ${number(count)} findings as false positives`,
    },
    noteForAll: "Said of each of them. Left empty, notes that are there stay.",
    leads: {
      ignored: "It's a problem, but you've decided to live with it for now. Later audits keep it apart too.",
      false_positive: "The check is wrong about this element. Later audits keep it apart too.",
    },
    note: "Why",
    save: "Save",
    saved: {
      open: (count: number) => (count === 1 ? "Open again." : `${number(count)} findings are open again.`),
      ignored: (count: number) => (count === 1 ? "Ignored." : `${number(count)} findings are ignored.`),
      false_positive: (count: number) =>
        count === 1 ? "Marked as a false positive." : `${number(count)} findings are marked as false positives.`,
    },
    undo: "Undo",
    noteOf: "Note:",
    filter: "Show findings that are",
    all: "All",
    counted: (name: string, count: number) => `${name} (${number(count)})`,
  },

  byHand: { tested: "Tested by", nothing: "No rule", person: "How a person tests the rest" },
} as const;
