"use client";

import { useSyncExternalStore } from "react";

let message = "";
const listeners = new Set<() => void>();

const publish = (text: string) => {
  message = text;
  for (const listener of listeners) listener();
};

/** Announces text politely; the region is emptied first, so that repeated text is read out again. */
export const announce = (text: string) => {
  publish("");
  setTimeout(() => publish(text), 100);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const Announcer = () => {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => "",
  );
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className="sr-only" data-announcer>
      {text}
    </div>
  );
};
