"use client";

import { useEffect, useSyncExternalStore } from "react";

const storageKey = "curbcut-shortcuts";
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const areOn = (): boolean => localStorage.getItem(storageKey) !== "off";

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, areOn, () => true);

export const setShortcuts = (on: boolean) => {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
  for (const listener of listeners) listener();
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Runs an action on a single key, never while typing, never with a modifier, and not when they are switched off. */
export const useShortcut = (key: string, action: (() => void) | undefined) => {
  const on = useShortcutsOn();
  useEffect(() => {
    if (!on || !action) return;
    const press = (event: KeyboardEvent) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      if (event.key === key && isPlain && !isTyping(event.target)) action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on, key, action]);
};
