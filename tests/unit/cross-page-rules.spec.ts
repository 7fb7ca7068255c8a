import { expect, test } from "@playwright/test";
import type { PageResult } from "@/server/scanner/contract";
import { byUrl, comparePages, PageComparison } from "@/server/scanner/cross-page/compare-pages";
import { listRulesInUse } from "@/server/scanner/rule-facts";
import { allCrossPageRules, outlinedPage } from "../support/outlines";
import { pageOf } from "../support/scans";

/** Returns "path rule outcome" for each finding from the cross-page rules. */
const findingsOn = (pages: readonly PageResult[]): string[] =>
  comparePages(pages).flatMap(({ url, axe }) => {
    const listed = (outcome: string, rules: { rule_id: string }[] = []) =>
      rules
        .filter(({ rule_id }) => allCrossPageRules.includes(rule_id))
        .map(({ rule_id }) => `${new URL(url).pathname} ${rule_id} ${outcome}`);
    return [...listed("failed", axe?.violations), ...listed("review", axe?.incomplete)];
  });

const messagesOn = (pages: readonly PageResult[]): string[] =>
  comparePages(pages).flatMap(({ axe }) =>
    [...(axe?.violations ?? []), ...(axe?.incomplete ?? [])]
      .filter(({ rule_id }) => allCrossPageRules.includes(rule_id))
      .flatMap(({ nodes }) => nodes.map(({ failure_summary }) => failure_summary.split("\n").at(-1)?.trim() ?? "")),
  );

const at = (path: string, parts: Parameters<typeof outlinedPage>[1]): PageResult =>
  outlinedPage(`https://shop.example${path}`, parts);

const menuOn = (path: string, links: string[], kind: "navigation" | "aside" | "header" | "footer" = "navigation") =>
  at(path, { blocks: [{ kind, links }] });

const usual = ["Home", "Rooms", "Prices", "Contact"];
const moved = ["Contact", "Home", "Rooms", "Prices"];

const texts = [
  "The studios open at seven every morning and close when the last potter has gone home for the night.",
  "Prices start at one hundred and twenty pounds a month, which covers heating, light and a share of the kiln.",
  "Twelve rooms of ten to forty square metres look out on the yard, the canal or the old engine house.",
];

test("lists the cross-page rules with their criteria and standards", () => {
  const rules = listRulesInUse().filter(({ rule_id }) => allCrossPageRules.includes(rule_id));
  expect(rules.map(({ rule_id, wcag, outcome, standards }) => [rule_id, wcag, outcome, standards[0]])).toEqual([
    ["help-order", ["3.2.6"], "needs_review", "wcag22aa"],
    ["inconsistent-name", ["3.2.4"], "needs_review", "wcag2aa"],
    ["navigation-order", ["3.2.3"], "failed", "wcag2aa"],
    ["repeated-title", ["2.4.2"], "needs_review", "wcag2a"],
  ]);
});

test.describe("navigation-order", () => {
  test("fails the menu only on the page where its links are in a different order", () => {
    const pages = [menuOn("/", usual), menuOn("/rooms", usual), menuOn("/contact", moved), menuOn("/prices", usual)];
    expect(findingsOn(pages)).toEqual(["/contact navigation-order failed"]);
    expect(messagesOn(pages)).toEqual([
      "Put the links in the same order as on other pages: “Contact” comes before “Home” here, but after it on 3 other pages, such as https://shop.example/",
    ]);
  });

  test("returns the same findings, whatever order the pages arrive in", () => {
    const pages = [menuOn("/", usual), menuOn("/b", moved), menuOn("/c", usual), menuOn("/d", [...usual, "Jobs"])];
    const expected = ["/b navigation-order failed"];
    expect(findingsOn(pages)).toEqual(expected);
    expect(findingsOn(pages.toReversed())).toEqual(expected);
    expect(findingsOn([2, 0, 3, 1].flatMap((index) => pages[index] ?? []))).toEqual(expected);
  });

  test("needs review if each order is used on the same number of pages", () => {
    expect(findingsOn([menuOn("/", usual), menuOn("/contact", moved)])).toEqual(["/contact navigation-order review"]);
  });

  test("needs review if the links of a header, a footer or an aside are reordered", () => {
    for (const kind of ["header", "footer", "aside"] as const)
      expect(
        findingsOn([menuOn("/", usual, kind), menuOn("/a", usual, kind), menuOn("/b", moved, kind)]),
        kind,
      ).toEqual(["/b navigation-order review"]);
  });

  test("needs review if the links differ so much that the block may be another list", () => {
    const related = ["Kilns", "Wheels", "Glazes", "Clay", "Tools"];
    const other = ["Clay", "Glazes", "Kilns", "Bricks", "Shelves"];
    expect(findingsOn([menuOn("/", related), menuOn("/a", related), menuOn("/b", other)])).toEqual([
      "/b navigation-order review",
    ]);
  });

  const harmless: Record<string, PageResult[]> = {
    "added and missing links": [
      menuOn("/", usual),
      menuOn("/rooms", ["Home", "Rooms", "Small rooms", "Large rooms", "Prices", "Contact"]),
      menuOn("/prices", ["Home", "Prices", "Contact"]),
    ],
    "a logo that also leads to the home page": [
      menuOn("/", ["Home=Kiln Street", "Rooms", "Prices", "Home", "Contact"]),
      menuOn("/rooms", ["Home=Kiln Street", "Rooms", "Prices", "Home", "Contact"]),
      menuOn("/prices", ["Rooms", "Prices", "Home", "Contact"]),
    ],
    "a link that is in the menu twice": [
      menuOn("/", ["Home", "Rooms", "Prices", "Contact", "Home"]),
      menuOn("/a", ["Home", "Rooms", "Prices", "Contact", "Home"]),
      menuOn("/b", ["Rooms", "Prices", "Contact", "Home"]),
    ],
    "two menus that have different orders on every page": ["/", "/a", "/b"].map((path) =>
      at(path, { blocks: [{ links: usual }, { links: moved }] }),
    ),
    "a page with only the second of two menus": [
      at("/", { blocks: [{ links: usual }, { links: moved }] }),
      at("/a", { blocks: [{ links: usual }, { links: moved }] }),
      at("/b", { blocks: [{ links: moved }] }),
    ],
    "different blocks": [
      at("/", { blocks: [{ key: "main", links: usual }] }),
      at("/a", { blocks: [{ key: "main", links: usual }] }),
      at("/b", { blocks: [{ key: "quick links", links: moved }] }),
    ],
    "a menu in another language": [
      menuOn("/", usual),
      menuOn("/a", usual),
      at("/fr", { language: "fr", blocks: [{ links: moved }] }),
    ],
    "lists with little in common": [
      menuOn("/", ["A", "B", "C", "D", "E", "F", "G"]),
      menuOn("/a", ["A", "B", "C", "D", "E", "F", "G"]),
      menuOn("/b", ["C", "B", "A", "V", "W", "X", "Y"]),
    ],
  };
  for (const [title, pages] of Object.entries(harmless))
    test(`doesn't report ${title}`, () => {
      expect(findingsOn(pages).filter((finding) => finding.includes("navigation-order"))).toEqual([]);
    });
});

test.describe("inconsistent-name", () => {
  const buttonOn = (path: string, name: string) => at(path, { controls: [{ function: "search", name }] });

  test("marks a button for review if its name differs from its name on most pages", () => {
    const pages = [buttonOn("/", "Search"), buttonOn("/archive", "Find it"), buttonOn("/songs", "Search")];
    expect(findingsOn(pages)).toEqual(["/archive inconsistent-name review"]);
    expect(messagesOn(pages)[0]).toContain(
      "it is called “Find it” here, but “Search” on 2 other pages, such as https://shop.example/",
    );
  });

  test("marks a link in a repeated block for review if its name differs from its name on most pages", () => {
    const pages = [menuOn("/", ["Jobs=Jobs"]), menuOn("/a", ["Jobs=Jobs"]), menuOn("/b", ["Jobs=Careers"])];
    expect(findingsOn(pages)).toEqual(["/b inconsistent-name review"]);
  });

  const harmless: Record<string, PageResult[]> = {
    "names that follow a pattern": [buttonOn("/", "Go to page 2"), buttonOn("/a", "Go to page 1")],
    "names with a number or state": [
      buttonOn("/", "Basket"),
      buttonOn("/a", "Basket (3)"),
      buttonOn("/b", "Basket, full"),
    ],
    "names that are two forms of the same word": [buttonOn("/", "Search"), buttonOn("/a", "Searching")],
    "Japanese names with a common part": [buttonOn("/", "検索する"), buttonOn("/a", "検索")],
    "names that differ from page to page": [
      buttonOn("/a", "Kilns"),
      buttonOn("/b", "Wheels"),
      buttonOn("/c", "Glazes"),
      buttonOn("/d", "Clay"),
      buttonOn("/e", "Clay"),
    ],
    "a logo and a link to the same page": [
      menuOn("/", ["Home=Kiln Street", "Home=Start"]),
      menuOn("/a", ["Home=Kiln Street", "Home=Start"]),
      menuOn("/b", ["Home=Start"]),
    ],
    "names in two languages": [
      buttonOn("/", "Search"),
      at("/de", { language: "de", controls: [{ function: "search", name: "Suchen" }] }),
    ],
    "buttons with different functions": [
      buttonOn("/", "Search"),
      at("/a", { controls: [{ function: "print", name: "Print" }] }),
    ],
  };
  for (const [title, pages] of Object.entries(harmless))
    test(`doesn't report ${title}`, () => {
      expect(findingsOn(pages).filter((finding) => finding.includes("inconsistent-name"))).toEqual([]);
    });
});

test.describe("help-order", () => {
  const helpOn = (path: string, blocks: { kind: "navigation" | "header" | "footer"; links: string[] }[]) =>
    at(path, { blocks, help: ["Help"] });
  const nav = { kind: "navigation", links: ["Home", "Form"] } as const;
  const withHelp = (kind: "header" | "footer", links: string[]) => ({ kind, links });

  test("marks a help link for review if it comes before the menu on one page and after it on another", () => {
    const pages = [
      helpOn("/", [withHelp("header", ["Help"]), { ...nav, links: ["Home", "Form"] }]),
      helpOn("/form", [{ ...nav, links: ["Home", "Form"] }, withHelp("footer", ["Help"])]),
    ];
    expect(findingsOn(pages)).toEqual(["/form help-order review"]);
    expect(messagesOn(pages)[0]).toContain(
      "“Help” comes after the navigation here, but before it on https://shop.example/",
    );
  });

  test("marks a help link for review if it swaps positions with another link in the footer", () => {
    const pages = [
      helpOn("/", [withHelp("footer", ["Terms", "Help"])]),
      helpOn("/a", [withHelp("footer", ["Terms", "Help"])]),
      helpOn("/b", [withHelp("footer", ["Help", "Terms"])]),
    ];
    expect(findingsOn(pages)).toEqual(["/b help-order review"]);
  });

  const harmless: Record<string, PageResult[]> = {
    "help in the same position": [
      helpOn("/", [{ ...nav, links: ["Home"] }, withHelp("footer", ["Terms", "Help"])]),
      helpOn("/a", [{ ...nav, links: ["Home", "Form"] }, withHelp("footer", ["Terms", "Jobs", "Help"])]),
    ],
    "help on only one page": [
      helpOn("/", [{ ...nav, links: ["Home"] }, withHelp("footer", ["Help"])]),
      helpOn("/a", [{ ...nav, links: ["Home"] }, withHelp("footer", ["Terms"])]),
    ],
    "help that appears twice on one page": [
      helpOn("/", [{ ...nav, links: ["Home"] }, withHelp("footer", ["Help"])]),
      helpOn("/a", [withHelp("header", ["Help"]), { ...nav, links: ["Home"] }, withHelp("footer", ["Help"])]),
    ],
  };
  for (const [title, pages] of Object.entries(harmless))
    test(`doesn't report ${title}`, () => {
      expect(findingsOn(pages).filter((finding) => finding.includes("help-order"))).toEqual([]);
    });
});

test.describe("repeated-title", () => {
  const titled = (path: string, text: string | undefined, title = "Kiln Street") =>
    at(path, { title, ...(text ? { text } : {}) });

  test("marks a repeated title for review on each page except the start page", () => {
    const pages = [titled("/", texts[0]), titled("/prices", texts[1]), titled("/rooms", texts[2])];
    expect(findingsOn(pages)).toEqual(["/prices repeated-title review", "/rooms repeated-title review"]);
    expect(messagesOn(pages)[0]).toContain(
      "“Kiln Street” is also used as the title on 2 other pages, such as https://shop.example/",
    );
  });

  const harmless: Record<string, PageResult[]> = {
    "different titles": [titled("/a", texts[0], "Opening hours"), titled("/b", texts[1], "Prices")],
    "the same content under two URLs": [
      titled("/a", `${texts[0]} Updated at 10:15.`),
      titled("/b", `${texts[0]} Updated at 11:30.`),
    ],
    "pages that differ only in the query": [titled("/list?page=1", texts[0]), titled("/list?page=2", texts[1])],
    "pages of one paginated list": [titled("/news/", texts[0]), titled("/news/page/2/", texts[1])],
    "pages with too little text": [titled("/a", "Saved."), titled("/b", "Deleted.")],
    "pages without a title": [titled("/a", texts[0], ""), titled("/b", texts[1], "")],
    "pages in two languages": [
      titled("/a", texts[0]),
      at("/b", { title: "Kiln Street", text: texts[1] ?? "", language: "de" }),
    ],
  };
  for (const [title, pages] of Object.entries(harmless))
    test(`doesn't report ${title}`, () => {
      expect(findingsOn(pages)).toEqual([]);
    });
});

test("counts elements that passed, and rules without elements, towards the page's outcomes and score", () => {
  const [start, other] = comparePages([menuOn("/", usual), menuOn("/a", usual)]);
  expect(start?.axe?.checks).toContainEqual({
    ...{ rule_id: "navigation-order", impact: "moderate", passed: 1, failed: 0, needs_review: 0 },
  });
  expect(start?.axe?.inapplicable).toEqual(["repeated-title", "help-order"]);
  expect(start?.axe?.score).toBe(pageOf("/").axe?.score);
  expect(start?.axe?.score_low).toBeGreaterThan(pageOf("/").axe?.score_low ?? 100);
  expect(other?.axe?.score_low).toBe(start?.axe?.score_low);
});

test("applies only the rules named in the page's outline", () => {
  const pages = ["/", "/a", "/b"].map((path) =>
    at(path, { blocks: [{ links: path === "/b" ? moved : usual }], rules: ["repeated-title"] }),
  );
  expect(findingsOn(pages)).toEqual([]);
  expect(comparePages(pages)[2]?.axe?.inapplicable).toEqual(["repeated-title"]);
});

test("changes nothing if there is only one page or if the pages have no outline", () => {
  const single = [menuOn("/", usual), pageOf("https://shop.example/a")];
  expect(comparePages(single)).toEqual(single);
});

test("takes only seconds of CPU time to compare 10,000 pages, each with a different menu @long", () => {
  const pages = Array.from({ length: 10_000 }, (_, number) =>
    at(`/${number}`, {
      title: `Page ${number % 50}`,
      text: `${texts[number % 3]} ${number}`,
      blocks: [
        { links: [...usual, ...Array.from({ length: 20 }, (__, link) => `Link ${(number * 7 + link) % 2_000}`)] },
        { kind: "footer", links: ["Terms", "Help"] },
      ],
      help: ["Help"],
      controls: [{ function: `f${number % 100}`, name: `Name ${number}` }],
    }),
  );
  const outlined = pages.flatMap(({ url, outline }) => (outline ? [{ url, outline }] : [])).sort(byUrl);
  const before = process.cpuUsage();
  const comparison = new PageComparison();
  for (const page of outlined) comparison.add(page);
  const results = outlined.map((page) => comparison.evaluate(page));
  expect(process.cpuUsage(before).user / 1_000_000, "seconds of CPU time").toBeLessThan(15);
  expect(results.every((result) => result?.checks.some(({ rule_id }) => rule_id === "help-order"))).toBe(true);
});

test("takes only seconds of CPU time to compare pages where one link has 40 different names", () => {
  /** Returns a name of 80 characters. Names for different numbers have hardly any pairs of characters in common. */
  const nameOf = (number: number): string =>
    Array.from({ length: 80 }, (_, at) => 0x4e00 + ((number * 7_919 + at * at * 131) % 20_000))
      .map((code) => String.fromCodePoint(code))
      .join("");
  const linksOf = (first: number): string[] => Array.from({ length: 40 }, (_, link) => `=${nameOf(first + link)}`);
  const blocksOf = (page: number) =>
    Array.from({ length: 12 }, (_, block) => ({
      key: `block ${block}`,
      links: linksOf((page % 2) * 1_000 + block * 40).map((name) => `${block}${name}`),
    }));
  const pages = Array.from({ length: 150 }, (_, page) => at(`/${page}`, { blocks: blocksOf(page) }));
  const before = process.cpuUsage();
  expect(findingsOn(pages).length).toBeGreaterThan(0);
  expect(process.cpuUsage(before).user / 1_000_000, "seconds of CPU time").toBeLessThan(4);
});
