"use client";

import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

type Props = {
  title: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  role?: "dialog" | "alertdialog";
  children: ReactNode;
};

/** Traps focus, closes on Escape and restores focus. The children include the dialog's buttons. */
export const Dialog = ({ title, isOpen, onOpenChange, role = "dialog", children }: Props) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    isDismissable={role === "dialog"}
    className="fixed inset-0 z-50 flex flex-col items-center overflow-y-auto bg-black/60 p-4"
  >
    <Modal className="mt-auto w-full max-w-lg rounded-md border border-line bg-surface p-6 text-ink shadow-raised sm:mb-auto">
      <AriaDialog role={role} className="outline-none">
        <Heading slot="title" level={2} className="mb-3 text-xl">
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 flex flex-wrap justify-end gap-3">{children}</div>
);
