import { isUrl } from "@/server/core/is-url";
import type { BrokenLink } from "../crawl/link-checker";
import type { SeoResult } from "../page-result";
import { checksScore } from "../scores";
import { type Check, runChecks } from "./check-table";
import type { PageFacts } from "./probe/read-facts";

export interface SeoSeen {
  facts: PageFacts;
  status: number;
  /** The response's X-Robots-Tag header. */
  robotsHeader: string | null;
  brokenLinks: readonly BrokenLink[];
}

const TITLE_LENGTH = { min: 10, max: 70 };
const DESCRIPTION_LENGTH = { min: 50, max: 170 };

const vagueTexts = new Set([
  ...["click here", "here", "more", "read more", "learn more", "this", "link", "go", "start", "details", "see more"],
  ...["hier", "mehr", "weiterlesen", "ici", "en savoir plus", "lire la suite", "aquí", "leer más", "qui", "lees meer"],
]);

const checkLength = (text: string, { min, max }: { min: number; max: number }) =>
  text === ""
    ? null
    : { ok: text.length >= min && text.length <= max, detail: `${text.length} characters. Use ${min} to ${max}.` };

const headingJumps = ({ headings }: PageFacts): string[] =>
  headings.flatMap(({ level, text }, index) => {
    const before = headings[index - 1]?.level ?? 1;
    return level > before + 1 ? [`h${before} is followed by h${level}: ${text}`] : [];
  });

const canonicalProblem = ({ canonicals, address }: PageFacts): string | null => {
  if (canonicals.length > 1) return `The page has ${canonicals.length} canonical URLs. Use only one.`;
  const canonical = canonicals[0] ?? "";
  if (!/^https?:\/\//i.test(canonical)) return `"${canonical}" is not an absolute URL.`;
  if (!isUrl(canonical)) return `"${canonical}" is not a valid URL.`;
  return new URL(canonical).host === new URL(address).host ? null : `"${canonical}" is on another host.`;
};

const languageCode = /^(?:x-default|[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)$/i;

const hreflangProblems = ({ hreflang, address }: PageFacts): string[] => {
  const wrong = hreflang.flatMap(({ language, href }) => [
    ...(languageCode.test(language) ? [] : [`"${language}" is not a valid language code.`]),
    ...(/^https?:\/\//i.test(href) ? [] : [`"${href}" is not an absolute URL.`]),
  ]);
  const [own] = address.split("#", 1);
  const self = hreflang.some(({ url }) => url.split("#", 1)[0] === own);
  return self ? wrong : [...wrong, "The list does not include this page."];
};

const blocksIndexing = (text: string | null): boolean => /\b(?:noindex|none)\b/i.test(text ?? "");

/** The SEO checks. For the score, see checksFormula in scores.ts. */
export const seoTable: readonly Check<SeoSeen>[] = [
  {
    id: "status-ok",
    title: "The page returns status 200",
    weight: 10,
    test: ({ status }) => ({ ok: status === 200, detail: `Status ${status}.` }),
  },
  {
    id: "indexable",
    title: "Search engines can index the page",
    weight: 8,
    test: ({ facts, robotsHeader }) => ({ ok: !blocksIndexing(facts.robots) && !blocksIndexing(robotsHeader) }),
  },
  { id: "title", title: "The page has a title", weight: 10, test: ({ facts }) => ({ ok: facts.title !== "" }) },
  {
    id: "title-length",
    title: "The title is a suitable length",
    weight: 3,
    test: ({ facts }) => checkLength(facts.title, TITLE_LENGTH),
  },
  {
    id: "description",
    title: "The page has a meta description",
    weight: 7,
    test: ({ facts }) => ({ ok: (facts.description ?? "") !== "" }),
  },
  {
    id: "description-length",
    title: "The meta description is a suitable length",
    weight: 3,
    test: ({ facts }) => checkLength(facts.description ?? "", DESCRIPTION_LENGTH),
  },
  {
    id: "h1",
    title: "The page has one level 1 heading",
    weight: 6,
    test: ({ facts }) => {
      const main = facts.headings.filter(({ level }) => level === 1);
      return { ok: main.length === 1 && main[0]?.text !== "", detail: `Level 1 headings: ${main.length}.` };
    },
  },
  {
    id: "heading-order",
    title: "Headings do not skip levels",
    weight: 3,
    test: ({ facts }) => {
      const items = headingJumps(facts);
      return facts.headings.length === 0 ? null : { ok: items.length === 0, items };
    },
  },
  {
    id: "canonical",
    title: "The canonical URL is valid",
    weight: 5,
    test: ({ facts }) => {
      if (facts.canonicals.length === 0) return null;
      const problem = canonicalProblem(facts);
      return problem === null ? { ok: true } : { ok: false, detail: problem };
    },
  },
  {
    id: "hreflang",
    title: "The list of language versions (hreflang) is valid",
    weight: 4,
    test: ({ facts }) => {
      if (facts.hreflang.length === 0) return null;
      const items = hreflangProblems(facts);
      return { ok: items.length === 0, items };
    },
  },
  {
    id: "broken-links",
    title: "Links to other pages of the website work",
    weight: 8,
    test: ({ facts, brokenLinks }) =>
      facts.links.length === 0
        ? null
        : {
            ok: brokenLinks.length === 0,
            items: brokenLinks.map(({ url, status }) => `${url} (${status ?? "no response"})`),
          },
  },
  {
    id: "link-text",
    title: "Link text describes the link's destination",
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
