"use client";

import { useEffect } from "react";

/** Longer than it takes a new page to focus its heading. */
const PATIENCE_MS = 150;
/** Several attempts may be needed, because the page behind a dialog can't take focus until the dialog has closed. */
const MOST_TRIES = 40;

const ancestorsOf = (element: Element): Element[] => {
  const line: Element[] = [];
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement)
    line.push(outer);
  return line;
};

const isGone = (element: Element): boolean => !element.isConnected || element.matches(":disabled");

/** Returns a heading in the nearest ancestor that is on the page and contains one, otherwise the main heading. */
const findHeading = (line: readonly Element[]): HTMLElement | null => {
  for (const part of line) {
    const heading = part.isConnected && part.querySelector<HTMLElement>("h1, h2, h3");
    if (heading) return heading;
  }
  return document.querySelector<HTMLElement>("main h1");
};

/**
 * Moves focus to the nearest heading when the focused element disappears or is disabled. Otherwise, focus would return
 * to the start of the page, and keyboard and screen-reader users would lose their place.
 */
export const KeepFocus = () => {
  useEffect(() => {
    let last: Element | null = null;
    let line: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;

    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target === document.body) return;
      last = target;
      line = ancestorsOf(target);
    };
    // A closing dialog restores focus in the next frame, which on a busy machine may come after the timer has fired.
    // Waiting for a frame here lets the dialog go first.
    const restoreInFrame = (triesLeft: number): void => {
      frame = requestAnimationFrame(() => restore(triesLeft));
    };
    const restore = (triesLeft: number): void => {
      timer = undefined;
      if (document.activeElement !== document.body || !last || !isGone(last)) return;
      const heading = findHeading(line);
      if (!heading) return;
      if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      if (document.activeElement !== heading && triesLeft > 0) waitAndRestore(triesLeft - 1);
    };
    const waitAndRestore = (triesLeft: number): void => {
      timer = setTimeout(restoreInFrame, PATIENCE_MS, triesLeft);
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !last || !isGone(last)) return;
      if (timer === undefined) waitAndRestore(MOST_TRIES);
    });

    document.addEventListener("focusin", remember);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["disabled"],
    });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return null;
};
