"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { service } from "@/app/_texts/service";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../_parts/confirm-dialog";
import type { Viewer } from "./viewer";

const { team: texts } = service;

export type Invite = Outputs["members"]["invites"]["items"][number];

type Props = { viewer: Viewer; invite: Invite };

export const InviteActions = ({ viewer, invite }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const renew = () => queryClient.invalidateQueries(trpc.members.invites.pathFilter());
  const resend = useMutation(
    trpc.members.resendInvite.mutationOptions({
      onSuccess: async () => {
        await renew();
        notify(texts.resent(invite.email));
      },
      onError: (error) => notify(texts.failed(readProblem(error).message)),
    }),
  );
  const revoke = useMutation(
    trpc.members.revokeInvite.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        await renew();
        notify(texts.revoked(invite.email));
      },
    }),
  );
  const input = { id: viewer.organisation.id, invite_id: invite.id };
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:justify-start">
      <Button
        aria-label={texts.resendTo(invite.email)}
        isPending={resend.isPending}
        onPress={() => resend.mutate(input)}
      >
        {texts.resend}
      </Button>
      <Button aria-label={texts.revokeTo(invite.email)} onPress={() => setAsking(true)}>
        {texts.revoke}
      </Button>
      <ConfirmDialog
        title={texts.revokeAsk}
        lead={texts.revokeLead(invite.email)}
        yes={texts.revoke}
        no={texts.keep}
        isOpen={isAsking}
        isPending={revoke.isPending}
        error={revoke.error}
        onClose={() => setAsking(false)}
        onYes={() => revoke.mutate(input)}
      />
    </div>
  );
};
