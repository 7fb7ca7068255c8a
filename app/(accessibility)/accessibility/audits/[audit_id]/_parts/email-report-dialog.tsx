"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { checkEmail } from "@/app/_client/checks";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { Skeleton } from "@/app/_ui/states";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { results } from "@/messages/texts/results";
import { shared } from "@/messages/texts/shared";

const { report: texts } = results;

type Props = { audit_id: string; isOpen: boolean; onOpenChange: (open: boolean) => void };

export const EmailReportDialog = ({ audit_id, isOpen, onOpenChange }: Props) => (
  <Dialog title={texts.emailTitle} isOpen={isOpen} onOpenChange={onOpenChange}>
    <EmailReportForm audit_id={audit_id} onClose={() => onOpenChange(false)} />
  </Dialog>
);

const check = ({ email = "" }: Record<string, string>): Record<string, string> => checkEmail(email);

/**
 * Shows the fields only after the suggested email address has loaded, so that the suggestion can't overwrite what the
 * user has typed.
 */
const EmailReportForm = (props: { audit_id: string; onClose: () => void }) => {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions({}));
  if (me.isPending) return <Skeleton heights={[44, 44]} />;
  return <EmailReportFields {...props} suggestion={me.data?.email ?? ""} />;
};

const EmailReportFields = ({
  audit_id,
  onClose,
  suggestion,
}: {
  audit_id: string;
  onClose: () => void;
  suggestion: string;
}) => {
  const trpc = useTRPC();
  const create = useMutation(trpc.reports.create.mutationOptions());
  const [address, setAddress] = useState(suggestion);

  const send = async ({ email = "" }: Record<string, string>) => {
    await create.mutateAsync({ audit_id, variant: "full", email: email.trim() });
    notify(texts.queued({ email: email.trim() }));
    onClose();
  };

  return (
    <Form label={texts.emailTitle} check={check} onSend={send}>
      <p className="text-soft">{texts.emailLead}</p>
      <TextField
        name="email"
        label={texts.emailTo}
        type="email"
        autoComplete="email"
        value={address}
        onChange={setAddress}
        isRequired
      />
      <DialogActions>
        <Button onPress={onClose}>{shared.cancel}</Button>
        <Button type="submit" variant="primary" isPending={create.isPending}>
          {texts.send}
        </Button>
      </DialogActions>
    </Form>
  );
};
