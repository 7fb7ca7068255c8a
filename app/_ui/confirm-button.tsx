"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { readProblem } from "../_client/problem";
import { Button } from "./button";
import { Dialog, DialogActions } from "./dialog";

type Props<Result> = {
  label: string;
  "aria-label"?: string;
  icon?: ReactNode;
  isDisabled?: boolean;
  title: string;
  lead: ReactNode;
  yes: string;
  no: string;
  run: () => Promise<Result>;
  onDone: (result: Result) => unknown;
};

/** A button that opens a dialog to confirm an action, such as a deletion. Errors appear in the dialog. */
export const ConfirmButton = <Result,>({ label, title, lead, yes, no, run, onDone, ...button }: Props<Result>) => {
  const [isOpen, setOpen] = useState(false);
  const act = useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      // Close the dialog first, because screen readers don't announce anything behind an open dialog.
      setOpen(false);
      await onDone(result);
    },
  });
  const openDialog = () => {
    act.reset();
    setOpen(true);
  };
  return (
    <>
      <Button {...button} onPress={openDialog}>
        {label}
      </Button>
      <Dialog title={title} role="alertdialog" isOpen={isOpen} onOpenChange={setOpen}>
        <p className="text-soft">{lead}</p>
        {act.isError ? (
          <p role="alert" className="mt-3 font-semibold text-critical">
            {readProblem(act.error).message}
          </p>
        ) : null}
        <DialogActions>
          <Button onPress={() => setOpen(false)}>{no}</Button>
          <Button variant="danger" isPending={act.isPending} onPress={() => act.mutate()}>
            {yes}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};
