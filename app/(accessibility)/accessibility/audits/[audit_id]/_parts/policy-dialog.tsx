"use client";

import { useState } from "react";
import { dayOf, endOfDay } from "@/app/_client/end-of-day";
import { type PolicyScope, type PolicyStatus, usePolicies } from "@/app/_client/use-policies";
import { Button } from "@/app/_ui/button";
import { Choices } from "@/app/_ui/choices";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { findings } from "@/messages/texts/findings";
import { shared } from "@/messages/texts/shared";

const { policies: texts } = findings;
const longestReason = 2_000;

type Values = Record<string, string>;
type Props = {
  title: string;
  website_id: string;
  scope: PolicyScope;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
};

const check = ({ reason = "", expires_at = "" }: Values): Values => ({
  ...(reason.trim() === "" ? { reason: texts.reasonMissing } : {}),
  ...(expires_at !== "" && expires_at < dayOf(new Date().toISOString()) ? { expires_at: texts.untilPast } : {}),
});

/** Asks for the status, reason and expiry date of a new triage policy. */
export const PolicyDialog = ({ title, isOpen, onOpenChange, ...props }: Props) => (
  <Dialog title={title} isOpen={isOpen} onOpenChange={onOpenChange}>
    <Fields {...props} title={title} onClose={() => onOpenChange(false)} />
  </Dialog>
);

type FieldsProps = Pick<Props, "title" | "website_id" | "scope"> & { onClose: () => void };

const Fields = ({ title, website_id, scope, onClose }: FieldsProps) => {
  const { create } = usePolicies();
  const [status, setStatus] = useState<PolicyStatus>("ignored");
  const [isPending, setPending] = useState(false);
  const send = async ({ reason = "", expires_at = "" }: Values) => {
    setPending(true);
    try {
      await create({
        website_id,
        ...scope,
        status,
        reason: reason.trim(),
        ...(expires_at ? { expires_at: endOfDay(expires_at) } : {}),
      });
      onClose();
    } finally {
      setPending(false);
    }
  };
  return (
    <Form label={title} check={check} onSend={send}>
      <p className="text-soft">{texts.lead}</p>
      <Choices
        label={texts.status}
        options={texts.statuses}
        value={status}
        onChange={(value) => setStatus(value as PolicyStatus)}
      />
      <TextField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        rows={3}
        maxLength={longestReason}
        isRequired
      />
      <TextField name="expires_at" type="date" label={texts.until} hint={texts.untilHint} />
      <DialogActions>
        <Button onPress={onClose}>{shared.cancel}</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {texts.save}
        </Button>
      </DialogActions>
    </Form>
  );
};
