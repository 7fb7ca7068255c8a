"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import type { ToastAction } from "./toast-region";

const loadRegion = () => import("./toast-region");
const Region = lazy(async () => ({ default: (await loadRegion()).Toasts }));

let isWanted = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a confirmation message, with an action to undo where possible. */
export const notify = async (message: string, action: ToastAction | null = null) => {
  isWanted = true;
  for (const listener of listeners) listener();
  const { showToast } = await loadRegion();
  showToast(message, action);
};

/** The region where messages appear; its code is loaded with the first message. */
export const Toasts = () => {
  const wanted = useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
  return wanted ? (
    <Suspense>
      <Region />
    </Suspense>
  ) : null;
};
