"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";
import { type Member, useChangeMember } from "./use-change-member";
import type { Viewer } from "./viewer";

const { team: texts } = service;

export const MemberActions = ({ viewer, member }: { viewer: Viewer; member: Member }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { change, isPending } = useChangeMember(viewer, member);
  const { id, name, disabled } = member;
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:justify-start">
      <Button
        aria-label={disabled ? texts.enableName({ name }) : texts.disableName({ name })}
        isPending={isPending}
        onPress={() => change({ disabled: !disabled })}
      >
        {disabled ? texts.enable : texts.disable}
      </Button>
      <ConfirmButton
        label={texts.remove}
        aria-label={texts.removeName({ name })}
        title={texts.removeAsk({ name })}
        lead={texts.removeLead({ org: viewer.organisation.name })}
        yes={texts.removeName({ name })}
        no={texts.keep}
        run={() => client.members.remove.mutate({ id: viewer.organisation.id, user_id: id })}
        onDone={async () => {
          await queryClient.invalidateQueries(trpc.members.list.pathFilter());
          notify(texts.removed({ name }));
        }}
      />
    </div>
  );
};
