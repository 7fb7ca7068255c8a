"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

let lastPath: string | null = null;
let focusedAtNavigation: Element | null = null;
let pending = false;

/** Remembers that a navigation inside the app happened; the new page's heading then takes the focus. */
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

/** Focuses a heading that has arrived, unless the person has moved on to something else meanwhile. */
export const takeFocus = (heading: HTMLElement) => {
  if (!pending) return;
  const active = document.activeElement;
  const stayed = active === null || active === document.body || active === focusedAtNavigation;
  pending = false;
  if (stayed) heading.focus({ preventScroll: true });
};
