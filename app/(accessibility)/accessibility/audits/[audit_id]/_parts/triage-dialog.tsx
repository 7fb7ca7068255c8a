"use client";

import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { findings } from "@/messages/texts/findings";
import { shared } from "@/messages/texts/shared";
import type { Status } from "./use-triage";

const { triage: texts } = findings;
const longestNote = 2_000;

type Props = {
  status: Exclude<Status, "open">;
  /** Number of findings affected. */
  count: number;
  note: string;
  /** The last day on which the triage applies, or an empty string. */
  until: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onSave: (saved: { note: string; until: string }) => Promise<void>;
};

/** Asks for a reason, so that colleagues can understand the decision later. */
export const TriageDialog = ({ isOpen, onOpenChange, ...props }: Props) => (
  <Dialog title={texts.dialogs[props.status]({ count: props.count })} isOpen={isOpen} onOpenChange={onOpenChange}>
    <Fields {...props} onClose={() => onOpenChange(false)} />
  </Dialog>
);

type FieldsProps = Pick<Props, "status" | "count" | "note" | "until" | "onSave"> & { onClose: () => void };

const Fields = ({ status, count, note, until, onSave, onClose }: FieldsProps) => {
  const [isPending, setPending] = useState(false);
  const send = async ({ note: text = "", expires_at: day = "" }: Record<string, string>) => {
    setPending(true);
    try {
      await onSave({ note: text.trim(), until: day });
      onClose();
    } finally {
      setPending(false);
    }
  };
  return (
    <Form label={texts.dialogs[status]({ count })} onSend={send}>
      <p className="text-soft">{texts.leads[status]}</p>
      <TextField
        name="note"
        label={texts.note}
        rows={3}
        defaultValue={note}
        maxLength={longestNote}
        {...(count > 1 ? { hint: texts.noteForAll } : {})}
      />
      <TextField
        name="expires_at"
        type="date"
        label={texts.until}
        defaultValue={until}
        hint={count > 1 ? texts.untilHintForAll : texts.untilHint}
      />
      <DialogActions>
        <Button onPress={onClose}>{shared.cancel}</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {texts.save}
        </Button>
      </DialogActions>
    </Form>
  );
};
