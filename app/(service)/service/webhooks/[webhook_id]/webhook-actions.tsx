"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { SecretDialog } from "../secret-dialog";
import type { Webhook } from "../webhook-state";

const useRenew = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
};

const sayFailure = (error: unknown) => notify(texts.failed({ message: readProblem(error).message }));

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
  const client = useTRPCClient();
  const renew = useRenew();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ConfirmButton
        label={texts.rotate}
        title={texts.rotateAsk}
        lead={texts.rotateLead}
        yes={texts.rotateYes}
        no={texts.keep}
        run={() => client.webhooks.rotateSecret.mutate({ id })}
        onDone={async (rotated) => {
          setSecret(rotated.secret);
          await renew();
        }}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
};

const Remove = ({ webhook: { id, url } }: Props) => {
  const router = useRouter();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label={texts.remove}
      title={texts.removeAsk}
      lead={<span className="wrap-anywhere">{texts.removeLead({ url })}</span>}
      yes={texts.remove}
      no={texts.keep}
      run={() => client.webhooks.remove.mutate({ id })}
      onDone={async () => {
        await queryClient.invalidateQueries(trpc.webhooks.list.pathFilter());
        notify(texts.removed);
        router.push("/service/webhooks");
      }}
    />
  );
};
