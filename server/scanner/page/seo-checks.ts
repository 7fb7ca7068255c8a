import type { BrokenLink } from "../crawl/link-checker";
import type { SeoResult } from "../page-result";
import { checksScore } from "../scores";
import { type Check, runChecks } from "./check-table";
import type { PageFacts } from "./probe/read-facts";

export interface SeoSeen {
  facts: PageFacts;
  status: number;
  /** X-Robots-Tag of the answer. */
  robotsHeader: string | null;
  brokenLinks: readonly BrokenLink[];
}

const TITLE_LENGTH = { min: 10, max: 70 };
const DESCRIPTION_LENGTH = { min: 50, max: 170 };

const vagueTexts = new Set([
  ...["click here", "here", "more", "read more", "learn more", "this", "link", "go", "start", "details", "see more"],
  ...["hier", "mehr", "weiterlesen", "ici", "en savoir plus", "lire la suite", "aquí", "leer más", "qui", "lees meer"],
]);

const lengthVerdict = (text: string, { min, max }: { min: number; max: number }) =>
  text === ""
    ? null
    : { ok: text.length >= min && text.length <= max, detail: `${text.length} characters; ${min} to ${max} fit.` };

const headingJumps = ({ headings }: PageFacts): string[] =>
  headings.flatMap(({ level, text }, index) => {
    const before = headings[index - 1]?.level ?? 1;
    return level > before + 1 ? [`h${before} is followed by h${level}: ${text}`] : [];
  });

const canonicalProblem = ({ canonicals, address }: PageFacts): string | null => {
  if (canonicals.length > 1) return `${canonicals.length} canonical addresses; there can be one.`;
  const canonical = canonicals[0] ?? "";
  if (!/^https?:\/\//i.test(canonical)) return `"${canonical}" is not a full address.`;
  return new URL(canonical).host === new URL(address).host ? null : `It leads to another host: ${canonical}`;
};

const languageCode = /^(?:x-default|[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)$/i;

const hreflangProblems = ({ hreflang, address }: PageFacts): string[] => {
  const wrong = hreflang.flatMap(({ language, href }) => [
    ...(languageCode.test(language) ? [] : [`"${language}" is not a language code.`]),
    ...(/^https?:\/\//i.test(href) ? [] : [`"${href}" is not a full address.`]),
  ]);
  const self = hreflang.some(({ url }) => url.replace(/#.*$/, "") === address.replace(/#.*$/, ""));
  return self ? wrong : [...wrong, "The page does not list itself."];
};

const blocksIndexing = (text: string | null): boolean => /\b(?:noindex|none)\b/i.test(text ?? "");

/** The SEO table. The score is the share of weight that passed (checksFormula in scores.ts). */
export const seoTable: readonly Check<SeoSeen>[] = [
  {
    id: "status-ok",
    title: "The page answers with status 200",
    weight: 10,
    test: ({ status }) => ({ ok: status === 200, detail: `Status ${status}.` }),
  },
  {
    id: "indexable",
    title: "Search engines may list the page",
    weight: 8,
    test: ({ facts, robotsHeader }) => ({ ok: !blocksIndexing(facts.robots) && !blocksIndexing(robotsHeader) }),
  },
  { id: "title", title: "The page has a title", weight: 10, test: ({ facts }) => ({ ok: facts.title !== "" }) },
  {
    id: "title-length",
    title: "The title has a fitting length",
    weight: 3,
    test: ({ facts }) => lengthVerdict(facts.title, TITLE_LENGTH),
  },
  {
    id: "description",
    title: "The page has a description",
    weight: 7,
    test: ({ facts }) => ({ ok: (facts.description ?? "") !== "" }),
  },
  {
    id: "description-length",
    title: "The description has a fitting length",
    weight: 3,
    test: ({ facts }) => lengthVerdict(facts.description ?? "", DESCRIPTION_LENGTH),
  },
  {
    id: "h1",
    title: "The page has one main heading",
    weight: 6,
    test: ({ facts }) => {
      const main = facts.headings.filter(({ level }) => level === 1);
      return { ok: main.length === 1 && main[0]?.text !== "", detail: `${main.length} headings of level 1.` };
    },
  },
  {
    id: "heading-order",
    title: "Headings do not skip a level",
    weight: 3,
    test: ({ facts }) => {
      const items = headingJumps(facts);
      return facts.headings.length === 0 ? null : { ok: items.length === 0, items };
    },
  },
  {
    id: "canonical",
    title: "The canonical address is valid",
    weight: 5,
    test: ({ facts }) => {
      if (facts.canonicals.length === 0) return null;
      const problem = canonicalProblem(facts);
      return problem === null ? { ok: true } : { ok: false, detail: problem };
    },
  },
  {
    id: "hreflang",
    title: "Language versions are listed correctly",
    weight: 4,
    test: ({ facts }) => {
      if (facts.hreflang.length === 0) return null;
      const items = hreflangProblems(facts);
      return { ok: items.length === 0, items };
    },
  },
  {
    id: "broken-links",
    title: "Links to other pages of the site work",
    weight: 8,
    test: ({ facts, brokenLinks }) =>
      facts.links.length === 0
        ? null
        : {
            ok: brokenLinks.length === 0,
            items: brokenLinks.map(({ url, status }) => `${url} (${status ?? "no answer"})`),
          },
  },
  {
    id: "link-text",
    title: "Link texts say where they lead",
    weight: 4,
    test: ({ facts }) => {
      if (facts.links.length === 0) return null;
      const items = facts.links
        .filter(({ text }) => vagueTexts.has(text.toLowerCase()))
        .map(({ text, url }) => `${text}: ${url}`);
      return { ok: items.length === 0, items };
    },
  },
];

const orNull = (text: string | null | undefined): string | null => text || null;

export const toSeoResult = (seen: SeoSeen): SeoResult => {
  const checks = runChecks(seoTable, seen);
  const { facts } = seen;
  return {
    score: checksScore(checks),
    checks,
    facts: {
      title: orNull(facts.title),
      description: orNull(facts.description),
      canonical: orNull(facts.canonicals[0]),
      robots: orNull(facts.robots ?? seen.robotsHeader),
      language: orNull(facts.language),
      h1: facts.headings
        .filter(({ level }) => level === 1)
        .map(({ text }) => text)
        .slice(0, 20),
      hreflang: facts.hreflang.slice(0, 50).map(({ language, url }) => ({ language, url })),
      word_count: facts.words,
    },
  };
};
