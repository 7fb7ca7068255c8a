"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";
import type { Viewer } from "./viewer";

const { team: texts } = service;

export type Invite = Outputs["members"]["invites"]["items"][number];

type Props = { viewer: Viewer; invite: Invite };

export const InviteActions = ({ viewer, invite }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const renew = () => queryClient.invalidateQueries(trpc.members.invites.pathFilter());
  const resend = useMutation(
    trpc.members.resendInvite.mutationOptions({
      onSuccess: async () => {
        await renew();
        notify(texts.resent({ email: invite.email }));
      },
      onError: (error) => notify(texts.failed({ message: readProblem(error).message })),
    }),
  );
  const input = { id: viewer.organisation.id, invite_id: invite.id };
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:justify-start">
      <Button
        aria-label={texts.resendTo({ email: invite.email })}
        isPending={resend.isPending}
        onPress={() => resend.mutate(input)}
      >
        {texts.resend}
      </Button>
      <ConfirmButton
        label={texts.revoke}
        aria-label={texts.revokeTo({ email: invite.email })}
        title={texts.revokeAsk}
        lead={texts.revokeLead({ email: invite.email })}
        yes={texts.revokeYes}
        no={texts.keep}
        run={() => client.members.revokeInvite.mutate(input)}
        onDone={async () => {
          await renew();
          notify(texts.revoked({ email: invite.email }));
        }}
      />
    </div>
  );
};
