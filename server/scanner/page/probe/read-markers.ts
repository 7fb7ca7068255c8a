import type { ElementReader } from "./read-controls";

/** Details of a page that help to distinguish content from a wall in front of the content. Lists are truncated. */
export interface PageMarkers {
  /** URLs of scripts and style sheets. */
  files: string[];
  /** The beginnings of the page's inline scripts. */
  inlineScripts: string[];
  /** URLs of frames. */
  frames: string[];
  /** IDs and classes of elements. */
  names: string[];
  /** Number of visible images, videos, canvases, frames and large custom elements, except loading indicators. */
  pictures: number;
  /** The beginning of the visible text in open shadow roots. */
  shadowText: string;
  /** Number of words in visible dialogs. */
  dialogWords: number;
  /** Content of a `<meta http-equiv="refresh">`. */
  refresh: string | null;
}

/** Runs in the page after it has settled. */
export const readMarkers = ({
  shadowRoots,
  all,
  attribute,
  nameOf,
  textOf,
  shownTextOf,
  sizeOf,
  isShown,
}: ElementReader): PageMarkers => {
  const media = "img, svg, canvas, video, audio, iframe, frame, object, embed";
  const indicator = ["loading", "loader", "spinner", "skeleton", "splash"].map((name) => `[class*=${name} i]`).join();
  const iconArea = 20 * 20;
  const blockArea = 150 * 150;
  const addressOf = (element: Element): string =>
    (attribute(element, "src") || attribute(element, "href")).slice(0, 300);
  const hasBackground = (element: Element): boolean => getComputedStyle(element).backgroundImage.includes("url(");
  // Reports whether an element may have content that can't be read. The content of a custom element may be in a closed
  // shadow root.
  const isOpaque = (element: Element): boolean =>
    nameOf(element).includes("-") && Reflect.get(Element.prototype, "childElementCount", element) === 0;
  const isPicture = (element: Element): boolean =>
    sizeOf(element) >= (Element.prototype.matches.call(element, media) ? iconArea : blockArea) &&
    isShown(element) &&
    (Element.prototype.matches.call(element, media) || isOpaque(element) || hasBackground(element)) &&
    !Element.prototype.closest.call(element, indicator);
  const countWords = (element: Element): number => (shownTextOf(element).match(/[\p{L}\p{N}]+/gu) ?? []).length;

  const textIn = (root: ShadowRoot): string => [...root.children].filter(isShown).map(shownTextOf).join(" ");

  const blocks = all("body *, frameset *", 1_500);
  const names = [...all("html, body", 2), ...blocks].flatMap((element) => [
    attribute(element, "id"),
    ...attribute(element, "class").slice(0, 300).split(/\s+/),
  ]);
  return {
    files: all("script[src], link[rel=stylesheet][href]", 60).map(addressOf),
    inlineScripts: all("script:not([src])", 20).map((script) => textOf(script).slice(0, 400)),
    frames: all("iframe, frame", 20).map(addressOf),
    names: [...new Set(names.filter((name) => name !== "" && name.length <= 60))].slice(0, 400),
    pictures: blocks.filter(isPicture).length,
    shadowText: shadowRoots.map(textIn).join(" ").slice(0, 100_000).replace(/\s+/g, " ").trim().slice(0, 4_000),
    dialogWords: all("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]", 20)
      .filter(isShown)
      .reduce((sum, dialog) => sum + countWords(dialog), 0),
    refresh: all("meta[http-equiv=refresh i]", 1).map((meta) => attribute(meta, "content").slice(0, 300))[0] ?? null,
  };
};
