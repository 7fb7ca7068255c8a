import { expect, test } from "@playwright/test";
import { FindingGroups } from "@/scripts/audit/group-findings";
import { summariseFixes } from "@/scripts/audit/print-fixes";
import { type ProposedFix, proposeFixes } from "@/scripts/audit/propose-fixes";
import type { NodeResult, PageResult } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";

type Page = Parameters<FindingGroups["add"]>[0];

const page = (path: string, nodes: Partial<NodeResult>[], more: Partial<PageResult> = {}): Page =>
  ({
    final_url: `https://example.org${path}`,
    axe: {
      violations: [{ rule_id: "color-contrast", nodes: nodes.map((node, at) => ({ selector: `#n${at}`, ...node })) }],
    },
    ...more,
  }) as unknown as Page;

const group = (...pages: Page[]) => {
  const groups = new FindingGroups();
  for (const each of pages) groups.add(each);
  return groups;
};

test("groups findings by component, or by the element's tag and classes, most widespread first", () => {
  const note = { html: '<p class="note" id="a">One</p>' };
  const footer = { html: "<p>Two</p>", component: "3f0c8e9b21aa footer > p" };
  const groups = group(
    page("/", [note, { html: '<p class="note" id="b">Three</p>' }, footer]),
    page("/a", [footer, { html: "<i>Four</i>" }]),
  );
  const listed = groups.listWidest(2).map(({ element, findings, pages }) => ({ element, findings, pages }));
  expect(listed).toEqual([
    { element: "footer > p", findings: 2, pages: 2 },
    { element: '<p class="note">', findings: 2, pages: 1 },
  ]);
});

test("leaves out findings on pages or in views where fixes can't be tried", () => {
  const html = "<p>One</p>";
  const groups = group(
    page("/", [
      { html, views: ["narrow"] },
      { html, reach: [{ action: "open", name: "Menu" }] },
    ]),
    page("/b", [{ html }], { journey: { journey: "Checkout", page: "end" } as PageResult["journey"] }),
    page("/c", [{ html, views: ["dark"] }]),
  );
  expect(groups.listWidest(5)).toMatchObject([
    { findings: 1, pages: 1, examples: [{ page_url: "https://example.org/c" }] },
  ]);
});

test("keeps at most ten pages for trials, but counts all of them", () => {
  const groups = group(...Array.from({ length: 15 }, (_, at) => page(`/${at}`, [{ html: "<p>One</p>" }])));
  const [only] = groups.listWidest(1);
  expect(only).toMatchObject({ findings: 15, pages: 15 });
  expect(only?.examples).toHaveLength(10);
});

test("tries no more fixes once the time is up, and says how many are left", async () => {
  const said: string[] = [];
  const [one] = group(page("/", [{ html: "<p>One</p>" }])).listWidest(1);
  const options = { device: "desktop" as const, stop: new AbortController().signal, timeUp: AbortSignal.abort() };
  const fixes = await proposeFixes({} as ScanEngine, one ? [one] : [], {
    ...options,
    say: (text) => void said.push(text),
  });
  expect(fixes).toEqual([]);
  expect(said).toEqual(["Time is up: 1 of 1 fixes weren't tried."]);
});

test("removes control characters from a page's code before printing it", () => {
  const fix = {
    current_code: "<p>\u001b[2J</p>",
    correct_code: "<p>\u202e</p>\n<p></p>",
    explanation: "Adds a paragraph.",
  };
  const proposed: ProposedFix = {
    ...{
      rule_id: "list",
      element: "ul",
      findings: 3,
      pages: 2,
      page_url: "https://example.org/",
      selector: "\u0007ul",
      fix,
    },
    ...{ finding: null, placeholders: ["Lamp"], tried_pages: 2, cleared_findings: 1, cleared_pages: 1, moved_px: 0 },
    ...{ same_as: null, conflicts_with: null },
    failures: [{ page_url: "https://example.org/a", finding: "The rule would still fail." }],
  };
  const text = summariseFixes([proposed]);
  expect(text).toContain("This change clears 1 finding on 1 page. Tried on all 2 pages with this finding.");
  expect(text).toContain("   - <p> [2J</p>\n   + <p> </p>\n   + <p></p>\n");
  expect(text).toContain("A person has to write or confirm: Lamp");
  expect(text).toContain("Doesn't work on https://example.org/a: The rule would still fail.");
  expect([...text].every((character) => character === "\n" || character >= " ")).toBe(true);
  const [again, other] = [
    { ...proposed, element: "ol", same_as: 0 },
    { ...proposed, element: "dl", conflicts_with: 0 },
  ];
  const more = summariseFixes([proposed, again, other]);
  expect(more).toContain("2. list: ol\n   Change 1 also works here. Tried on all 2 pages with this finding.\n");
  expect(more).toContain("Change 1 affects the same CSS rule, so choose one of the two.");
  expect(summariseFixes([])).toBe("No fixes were found.");
});
