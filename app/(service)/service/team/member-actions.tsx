"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_client/trpc";
import { service } from "@/app/_texts/service";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../_parts/confirm-dialog";
import { type Member, useChangeMember } from "./use-change-member";
import type { Viewer } from "./viewer";

const { team: texts } = service;

export const MemberActions = ({ viewer, member }: { viewer: Viewer; member: Member }) => {
  const { change, isPending } = useChangeMember(viewer, member);
  const [isAsking, setAsking] = useState(false);
  const { name, disabled } = member;
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:justify-start">
      <Button
        aria-label={disabled ? texts.enableName(name) : texts.disableName(name)}
        isPending={isPending}
        onPress={() => change({ disabled: !disabled })}
      >
        {disabled ? texts.enable : texts.disable}
      </Button>
      <Button aria-label={texts.removeName(name)} onPress={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <RemoveDialog viewer={viewer} member={member} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
};

type DialogProps = { viewer: Viewer; member: Member; isOpen: boolean; onClose: () => void };

const RemoveDialog = ({ viewer, member, isOpen, onClose }: DialogProps) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: async () => {
        onClose();
        await queryClient.invalidateQueries(trpc.members.list.pathFilter());
        notify(texts.removed(member.name));
      },
    }),
  );
  return (
    <ConfirmDialog
      title={texts.removeAsk(member.name)}
      lead={texts.removeLead(viewer.organisation.name)}
      yes={texts.removeName(member.name)}
      no={texts.keep}
      isOpen={isOpen}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onYes={() => remove.mutate({ id: viewer.organisation.id, user_id: member.id })}
    />
  );
};
