"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Mail } from "lucide-react";
import { useState } from "react";
import { checkEmail } from "@/app/_client/checks";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { results } from "@/app/_texts/results";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { shared } from "@/app/_ui/texts";
import { notify } from "@/app/_ui/toasts";

const { report: texts } = results;

export const ReportActions = ({ audit_id }: { audit_id: string }) => (
  <>
    <MailReport audit_id={audit_id} />
    <DownloadReport audit_id={audit_id} />
  </>
);

const DownloadReport = ({ audit_id }: { audit_id: string }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const download = useMutation({
    mutationFn: () => {
      announce(texts.preparing);
      const options = trpc.reports.get.queryOptions({ audit_id, variant: "full", format: "pdf" });
      return queryClient.fetchQuery({ ...options, staleTime: 0 });
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => notify(`${texts.failed} ${readProblem(error).message}`),
  });
  return (
    <Button
      variant="primary"
      isPending={download.isPending}
      onPress={() => download.mutate()}
      icon={<Download className="size-5 shrink-0" aria-hidden="true" />}
    >
      {texts.download}
    </Button>
  );
};

const MailReport = ({ audit_id }: { audit_id: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)} icon={<Mail className="size-5 shrink-0" aria-hidden="true" />}>
        {texts.mail}
      </Button>
      <Dialog title={texts.mailTitle} isOpen={isOpen} onOpenChange={setOpen}>
        <MailForm audit_id={audit_id} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
};

const check = ({ email = "" }: Record<string, string>): Record<string, string> => checkEmail(email);

const MailForm = ({ audit_id, onClose }: { audit_id: string; onClose: () => void }) => {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions({}));
  const create = useMutation(trpc.reports.create.mutationOptions());
  const [typed, setTyped] = useState<string | null>(null);

  const send = async ({ email = "" }: Record<string, string>) => {
    await create.mutateAsync({ audit_id, variant: "full", email: email.trim() });
    notify(texts.queued(email.trim()));
    onClose();
  };

  return (
    <Form label={texts.mailTitle} check={check} onSend={send}>
      <p className="text-soft">{texts.mailLead}</p>
      <TextField
        name="email"
        label={texts.mailTo}
        type="email"
        autoComplete="email"
        value={typed ?? me.data?.email ?? ""}
        onChange={setTyped}
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
