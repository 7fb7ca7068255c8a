import type { PageOutline, PageResult } from "@/server/scanner/contract";
import { sketchText } from "@/server/scanner/page/sketch-text";
import { pageOf } from "./scans";

type Block = PageOutline["blocks"][number];

interface Parts {
  title?: string;
  language?: string;
  /** Text of the main content. */
  text?: string;
  /** Blocks in document order, with the names of their links; "main" is the main content. */
  blocks?: (Partial<Pick<Block, "key" | "kind">> & { links: string[] })[];
  controls?: { function: string; name: string }[];
  /** Names of the links that lead to help. */
  help?: string[];
  rules?: string[];
}

export const allCrossPageRules = ["repeated-title", "navigation-order", "inconsistent-name", "help-order"];

const element = (selector: string) => ({ selector, html: `<i id="${selector}">`, failure_summary: "", related: [] });

/**
 * Returns a page with an outline. A link's target is its name up to "=", so "Home=Start" and "Home" lead to the same
 * page.
 */
export const outlinedPage = (url: string, parts: Parts = {}, given: Partial<PageResult> = {}): PageResult => {
  const { title = "", text = "", blocks = [], controls = [], help = [], rules = allCrossPageRules } = parts;
  const nodes = [element("title")];
  const add = (selector: string): number => nodes.push(element(selector)) - 1;
  let place = 0;
  const laid = blocks.map(({ links, kind = "navigation", key = kind }) => {
    const start = place++;
    const placed = links.map((link) => ({
      target: link.split("=", 1)[0] ?? "",
      name: link.split("=").at(-1) ?? "",
      place: place++,
    }));
    return { node: add(`${kind}-${key}`), key, kind, start, end: place - 1, links: placed };
  });
  const outline: PageOutline = {
    rules,
    language: parts.language ?? "en",
    title,
    content: sketchText(text),
    main: null,
    blocks: laid,
    controls: controls.map((control) => ({ ...control, node: add(`button-${control.function}`) })),
    help: help.flatMap((name) =>
      laid.flatMap(({ links }, block) =>
        links
          .filter((link) => link.target === name)
          .map((link) => ({ node: add(`help-${name}`), mechanism: name, name: link.name, block, place: link.place })),
      ),
    ),
    nodes,
  };
  return pageOf(url, { outline, ...given });
};
