"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { type Entered, WebhookFields } from "../webhook-fields";
import type { Webhook } from "../webhook-state";

export const EditWebhook = ({ webhook }: { webhook: Webhook }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(trpc.webhooks.change.mutationOptions());
  const { id, url, events } = webhook;
  const save = async ({ description, ...entered }: Entered) => {
    await change.mutateAsync({ id, ...entered, description: description || null });
    await queryClient.invalidateQueries(trpc.webhooks.pathFilter());
    notify(texts.saved);
    return false;
  };
  return (
    <WebhookFields label={texts.edit} initial={{ url, events, description: webhook.description ?? "" }} onSend={save}>
      <Button type="submit" variant="primary" isPending={change.isPending}>
        {texts.save}
      </Button>
    </WebhookFields>
  );
};
