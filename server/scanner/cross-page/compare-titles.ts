import { likeness } from "../page/sketch-text";
import {
  addPage,
  describePages,
  type NodeOutcome,
  noPages,
  type OutlinedPage,
  type PageComparer,
  type Pages,
  pathWithoutNumber,
  remember,
} from "./outlined-page";

/** Pages with the same title. Only the content of the first few pages is kept for comparison. */
interface Group {
  pages: Pages;
  contents: { url: string; rank: string; path: string; sketch: readonly number[] }[];
}

const MOST_TITLES = 50_000;
const MOST_CONTENTS = 30;
/** Pages that are more alike than this are considered to have the same content. */
const SAME_CONTENT = 0.5;

/**
 * Reports titles shared by pages with different content. Leaves out the start page, pages with little text, pages that
 * differ only in their query or page number, and pages with the same content under another URL.
 */
export class TitleComparer implements PageComparer {
  private readonly groups = new Map<string, Group>();

  add(page: OutlinedPage): void {
    const { url, rank, outline } = page;
    const key = keyOf(outline);
    if (key === null) return;
    const group = remember(this.groups, key, {
      create: (): Group => ({ pages: noPages(), contents: [] }),
      most: MOST_TITLES,
    });
    if (!group) return;
    addPage(group.pages, page);
    if (group.contents.length < MOST_CONTENTS)
      group.contents.push({ url, rank, path: pathWithoutNumber(url), sketch: outline.content });
  }

  evaluate({ url, outline }: OutlinedPage): NodeOutcome[] {
    const key = keyOf(outline);
    const group = key === null ? undefined : this.groups.get(key);
    if (!group) return [];
    const path = pathWithoutNumber(url);
    const others = group.contents.filter(
      (other) => other.path !== path && likeness(other.sketch, outline.content) < SAME_CONTENT,
    );
    if (others.length === 0 || path === "") return [{ node: 0, outcome: "passed", detail: "" }];
    const best = others.reduce((one, other) => (other.rank < one.rank ? other : one));
    const isFull = group.contents.length === MOST_CONTENTS;
    const pages = { count: isFull ? group.pages.count - 1 : others.length, example: best.url };
    return [
      {
        node: 0,
        outcome: "needs_review",
        detail: `“${outline.title}” is also used as the title ${describePages(pages)}`,
      },
    ];
  }
}

const keyOf = ({ language, title, content }: OutlinedPage["outline"]): string | null => {
  const text = title.toLowerCase().replace(/\s+/g, " ").trim();
  return text === "" || content.length === 0 ? null : `${language} ${text}`;
};
