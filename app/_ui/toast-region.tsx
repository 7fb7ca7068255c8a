"use client";

import { X } from "lucide-react";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { shared } from "@/messages/texts/shared";
import { Button, IconButton } from "./button";

/** An action related to the message, such as undo. */
export type ToastAction = { label: string; run: () => void };
type Content = { message: string; action: ToastAction | null };

const shownFor_ms = 10_000;
/** Long enough to read the message, decide and reach the button. */
const actionFor_ms = 30_000;
const queue = new ToastQueue<Content>({ maxVisibleToasts: 3 });

/**
 * Shows a message. It is announced politely, can be reached with F6, and stays while it has focus or the pointer is
 * over it.
 */
export const showToast = (message: string, action: ToastAction | null) => {
  queue.add({ message, action }, { timeout: action ? actionFor_ms : shownFor_ms });
};

export const Toasts = () => (
  <ToastRegion
    queue={queue}
    aria-label={shared.notifications}
    className="fixed inset-x-4 bottom-24 z-40 flex flex-col gap-2 outline-none lg:inset-x-auto lg:bottom-6 lg:end-6 lg:w-96"
  >
    {({ toast }) => (
      <Toast
        toast={toast}
        className="flex items-center justify-between gap-3 rounded-md border border-control bg-surface py-2 ps-4 pe-2 shadow-raised"
      >
        <ToastContent role="status" className="min-w-0">
          <Text slot="title">{toast.content.message}</Text>
        </ToastContent>
        <div className="flex shrink-0 items-center">
          {toast.content.action ? (
            <ActionButton action={toast.content.action} onDone={() => queue.close(toast.key)} />
          ) : null}
          <IconButton slot="close" aria-label={shared.dismiss}>
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
      </Toast>
    )}
  </ToastRegion>
);

/** The null slot keeps React Aria from treating this button as the one that closes the message. */
const ActionButton = ({ action, onDone }: { action: ToastAction; onDone: () => void }) => (
  <Button
    slot={null}
    variant="quiet"
    onPress={() => {
      action.run();
      onDone();
    }}
  >
    {action.label}
  </Button>
);
