"use client";

import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { type Person, PersonPicker } from "@/app/_ui/person-picker";
import { findings } from "@/messages/texts/findings";
import { shared } from "@/messages/texts/shared";

const { triage: texts } = findings;

type Props = {
  count: number;
  assignee: Person | null;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onSave: (person: Person | null) => Promise<void>;
};

export const AssignDialog = ({ isOpen, onOpenChange, ...props }: Props) => (
  <Dialog title={texts.assignTitle({ count: props.count })} isOpen={isOpen} onOpenChange={onOpenChange}>
    <Fields {...props} onClose={() => onOpenChange(false)} />
  </Dialog>
);

type FieldsProps = Pick<Props, "count" | "assignee" | "onSave"> & { onClose: () => void };

const Fields = ({ count, assignee, onSave, onClose }: FieldsProps) => {
  const [person, setPerson] = useState(assignee);
  const [isPending, setPending] = useState(false);
  const send = async () => {
    setPending(true);
    try {
      await onSave(person);
      onClose();
    } finally {
      setPending(false);
    }
  };
  return (
    <Form label={texts.assignTitle({ count })} onSend={send}>
      <p className="text-soft">{texts.assignLead}</p>
      <PersonPicker
        label={texts.assignee}
        value={person}
        onChange={setPerson}
        fits={({ disabled, role }) => !disabled && role !== "billing"}
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
