"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

let lastPath: string | null = null;
let focusedAtNavigation: Element | null = null;
let pending = false;

/** Moves focus to the new page's heading after a navigation inside the app. */
export const FocusAfterNavigation = () => {
  const pathname = usePathname();
  useEffect(() => {
    const moved = lastPath !== null && lastPath !== pathname;
    lastPath = pathname;
    if (!moved) return;
    focusedAtNavigation = document.activeElement;
    pending = true;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) takeFocus(heading);
  }, [pathname]);
  return null;
};

/** Focuses a new heading, unless the user has moved focus elsewhere in the meantime. */
export const takeFocus = (heading: HTMLElement) => {
  if (!pending) return;
  const active = document.activeElement;
  const stayed = active === null || active === document.body || active === focusedAtNavigation;
  pending = false;
  if (stayed) heading.focus({ preventScroll: true });
};
