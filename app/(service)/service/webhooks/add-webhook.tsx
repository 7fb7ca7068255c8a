"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { SecretDialog } from "./secret-dialog";
import { type Entered, WebhookFields } from "./webhook-fields";

const empty: Entered = { url: "", description: "", events: [] };

export const AddWebhook = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.webhooks.add.mutationOptions());
  const [secret, setSecret] = useState<string | null>(null);
  const send = async ({ description, ...entered }: Entered) => {
    const added = await add.mutateAsync({ ...entered, ...(description ? { description } : {}) });
    setSecret(added.secret);
    await queryClient.invalidateQueries(trpc.webhooks.list.pathFilter());
    return true;
  };
  return (
    <>
      <WebhookFields label={texts.add} initial={empty} onSend={send}>
        <Button type="submit" variant="primary" isPending={add.isPending}>
          {texts.add}
        </Button>
      </WebhookFields>
      <SecretDialog
        secret={secret}
        onClose={() => {
          setSecret(null);
          notify(texts.added);
        }}
      />
    </>
  );
};
