"use client";

import { X } from "lucide-react";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { IconButton } from "./button";
import { shared } from "./texts";

const shownFor_ms = 10_000;
const queue = new ToastQueue<string>({ maxVisibleToasts: 3 });

/** Spoken politely, reachable by F6, and waits while it has the focus or the pointer. */
export const showToast = (message: string) => {
  queue.add(message, { timeout: shownFor_ms });
};

export const Toasts = () => (
  <ToastRegion
    queue={queue}
    aria-label={shared.notifications}
    className="fixed inset-x-4 bottom-24 z-40 flex flex-col gap-2 outline-none lg:inset-x-auto lg:bottom-6 lg:right-6 lg:w-96"
  >
    {({ toast }) => (
      <Toast
        toast={toast}
        className="flex items-center justify-between gap-3 rounded-md border border-control bg-surface py-2 pl-4 pr-2 shadow-raised"
      >
        <ToastContent role="status" className="min-w-0">
          <Text slot="title">{toast.content}</Text>
        </ToastContent>
        <IconButton slot="close" aria-label={shared.dismiss}>
          <X className="size-5" aria-hidden="true" />
        </IconButton>
      </Toast>
    )}
  </ToastRegion>
);
