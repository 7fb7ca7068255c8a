"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { webhooks as texts } from "@/app/_texts/webhooks";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../../_parts/confirm-dialog";
import { SecretDialog } from "../secret-dialog";
import type { Webhook } from "../webhook-state";

const useRenew = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
};

const sayFailure = (error: unknown) => notify(texts.failed(readProblem(error).message));

export const WebhookActions = ({ webhook }: { webhook: Webhook }) => (
  <>
    <SendTest webhook={webhook} />
    <Switch webhook={webhook} />
    <Rotate webhook={webhook} />
    <Remove webhook={webhook} />
  </>
);

type Props = { webhook: Webhook };

const SendTest = ({ webhook: { id } }: Props) => {
  const router = useRouter();
  const test = useMutation(
    useTRPC().webhooks.test.mutationOptions({
      onSuccess: (delivery) => router.push(`/service/webhooks/${id}/${delivery.id}`),
      onError: sayFailure,
    }),
  );
  return (
    <Button isPending={test.isPending} onPress={() => test.mutate({ id })}>
      {texts.test}
    </Button>
  );
};

const Switch = ({ webhook: { id, enabled } }: Props) => {
  const renew = useRenew();
  const change = useMutation(
    useTRPC().webhooks.change.mutationOptions({
      onSuccess: async (changed) => {
        await renew();
        notify(changed.enabled ? texts.enabled : texts.wasDisabled);
      },
      onError: sayFailure,
    }),
  );
  return (
    <Button
      variant={enabled ? "secondary" : "primary"}
      isPending={change.isPending}
      onPress={() => change.mutate({ id, enabled: !enabled })}
    >
      {enabled ? texts.disable : texts.enable}
    </Button>
  );
};

const Rotate = ({ webhook: { id } }: Props) => {
  const renew = useRenew();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useMutation(
    useTRPC().webhooks.rotateSecret.mutationOptions({
      onSuccess: async (rotated) => {
        setAsking(false);
        setSecret(rotated.secret);
        await renew();
      },
    }),
  );
  return (
    <>
      <Button onPress={() => setAsking(true)}>{texts.rotate}</Button>
      <ConfirmDialog
        title={texts.rotateAsk}
        lead={texts.rotateLead}
        yes={texts.rotateYes}
        no={texts.keep}
        isOpen={isAsking}
        isPending={rotate.isPending}
        error={rotate.error}
        onClose={() => setAsking(false)}
        onYes={() => rotate.mutate({ id })}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
};

const Remove = ({ webhook: { id, url } }: Props) => {
  const router = useRouter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(
    trpc.webhooks.remove.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.webhooks.list.pathFilter());
        notify(texts.removed);
        router.push("/service/webhooks");
      },
    }),
  );
  return (
    <>
      <Button onPress={() => setAsking(true)}>{texts.remove}</Button>
      <ConfirmDialog
        title={texts.removeAsk}
        lead={<span className="wrap-anywhere">{texts.removeLead(url)}</span>}
        yes={texts.remove}
        no={texts.keep}
        isOpen={isAsking}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onYes={() => remove.mutate({ id })}
      />
    </>
  );
};
