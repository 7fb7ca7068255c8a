"use client";

import type { ReactNode } from "react";
import { readProblem } from "@/app/_client/problem";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";

type Props = {
  title: string;
  lead: ReactNode;
  yes: string;
  no: string;
  isOpen: boolean;
  isPending: boolean;
  error: unknown;
  onClose: () => void;
  onYes: () => void;
};

/** Asks before something is lost; says what went wrong where it was asked. */
export const ConfirmDialog = ({ title, lead, yes, no, isOpen, isPending, error, onClose, onYes }: Props) => (
  <Dialog title={title} role="alertdialog" isOpen={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
    <p className="text-soft">{lead}</p>
    {error ? (
      <p role="alert" className="mt-3 font-semibold text-critical">
        {readProblem(error).message}
      </p>
    ) : null}
    <DialogActions>
      <Button onPress={onClose}>{no}</Button>
      <Button variant="danger" isPending={isPending} onPress={onYes}>
        {yes}
      </Button>
    </DialogActions>
  </Dialog>
);
