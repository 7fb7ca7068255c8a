import type { Page } from "@playwright/test";
import { withoutMessages } from "../../support/without-messages";

const addStrings = (value: unknown, found: Set<string>): void => {
  if (typeof value === "string") found.add(value.replaceAll(/\s+/g, " ").trim());
  else if (value && typeof value === "object") for (const part of Object.values(value)) addStrings(part, found);
};

/**
 * Collects every string that the API sends to a page. These strings may be text that users typed, which isn't
 * translated.
 */
export const collectData = (page: Page): (() => Promise<ReadonlySet<string>>) => {
  const bodies: Promise<unknown>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/")) bodies.push(response.json().catch(() => null));
  });
  return async () => {
    const found = new Set<string>();
    addStrings(await Promise.all(bodies), found);
    return found;
  };
};

/**
 * Returns the text on the page, including accessible names, that doesn't come from a catalogue. The messages of a
 * pseudo-language are in square brackets. A message with an element in it begins and ends in different text nodes. Each
 * text node is therefore checked within the smallest element whose brackets are balanced.
 */
export const textsOutsideMessages = async (page: Page): Promise<string[]> => {
  const texts = await page.evaluate(() => {
    const isBalanced = (text: string): boolean => text.split("[").length === text.split("]").length;
    const wholeText = (node: Node): string => {
      let found = node;
      while (!isBalanced(found.textContent ?? "") && found.parentElement) found = found.parentElement;
      return found.textContent ?? "";
    };
    const skipped = "script, style, code, pre, kbd, time, option";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest(skipped) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    const texts = [document.title];
    while (walker.nextNode()) texts.push(wholeText(walker.currentNode));
    const attributes = ["aria-label", "placeholder", "alt", "title"].flatMap((name) =>
      [...document.body.querySelectorAll(`[${name}]:not(time)`)].map((element) => element.getAttribute(name) ?? ""),
    );
    return [...texts, ...attributes];
  });
  const rests = texts.map((text) => withoutMessages(text).replaceAll(/\s+/g, " ").trim());
  return [...new Set(rests)].filter((text) => /\p{L}{2}/u.test(text));
};

/** Returns the messages that are partly cut off because their element is too small. */
export const cutOffTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>("*")]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        if (width <= 2 || height <= 2 || clipPath !== "none" || !element.textContent?.includes("[")) return false;
        const hidesX = ["hidden", "clip"].includes(overflowX) || textOverflow === "ellipsis";
        const hidesY = ["hidden", "clip"].includes(overflowY);
        return (
          (hidesX && element.scrollWidth > element.clientWidth + 1) ||
          (hidesY && element.scrollHeight > element.clientHeight + 1)
        );
      })
      .map((element) => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 120)),
  );
