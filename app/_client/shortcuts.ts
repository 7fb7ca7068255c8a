"use client";

import { useEffect, useSyncExternalStore } from "react";
import { takeOverKeys } from "./early-keys";

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

/** All keyboard shortcuts. If `withCommand` is true, the key is pressed together with Ctrl, or ⌘ on a Mac. */
export const shortcuts = {
  palette: { key: "k", withCommand: true },
  help: { key: "?", withCommand: false },
  next: { key: "j", withCommand: false },
  previous: { key: "k", withCommand: false },
} as const;
export type Shortcut = keyof typeof shortcuts;

const never = () => () => undefined;
const readCommandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl");

/** Returns the name of the modifier key for shortcuts on this computer: ⌘ or Ctrl. */
export const useCommandKey = (): string => useSyncExternalStore(never, readCommandKey, () => "Ctrl");

/** In these elements, pressing a letter types text or selects an item. */
const takesLetters =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=alertdialog]";
const overlays = "[role=dialog], [role=alertdialog]";

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

const isPressed = (event: KeyboardEvent, { key, withCommand }: (typeof shortcuts)[Shortcut]): boolean => {
  if (event.key.toLowerCase() !== key || event.altKey) return false;
  if (withCommand) return (event.ctrlKey || event.metaKey) && !isWithin(event.target, overlays);
  return !(event.ctrlKey || event.metaKey || isWithin(event.target, takesLetters));
};

/**
 * Runs an action when its key is pressed, unless shortcuts are switched off, focus is in a dialog, or the key would
 * type text or select an item.
 */
export const useShortcut = (name: Shortcut, action: (() => void) | undefined) => {
  const on = useShortcutsOn();
  useEffect(() => {
    if (!on || !action) return;
    const press = (event: KeyboardEvent) => {
      if (!isPressed(event, shortcuts[name])) return;
      event.preventDefault();
      action();
    };
    const held = shortcuts[name].withCommand ? takeOverKeys() : null;
    if (held) press(held);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on, name, action]);
};
