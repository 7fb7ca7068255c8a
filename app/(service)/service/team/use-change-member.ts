"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { notify } from "@/app/_ui/toasts";
import { roles } from "@/messages/texts/roles";
import { service } from "@/messages/texts/service";
import type { Role } from "../../_parts/role-select";
import type { Viewer } from "./viewer";

const { team: texts } = service;

export type Member = Outputs["members"]["list"]["items"][number];
type Change = { role: Role } | { disabled: boolean };

const sayChange = ({ name }: Member, change: Change): string => {
  if ("role" in change) return texts.roleChanged({ name, role: roles[change.role].name });
  return change.disabled ? texts.wasDisabled({ name }) : texts.wasEnabled({ name });
};

const reverse = (member: Member, change: Change): Change =>
  "role" in change ? { role: member.role } : { disabled: member.disabled };

/** Updates a member immediately, confirms the change in a message, and offers to undo it. */
export const useChangeMember = (viewer: Viewer, member: Member) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation(trpc.members.change.mutationOptions());

  const apply = async (change: Change): Promise<boolean> => {
    try {
      await mutateAsync({ id: viewer.organisation.id, user_id: member.id, ...change });
      return true;
    } catch (error) {
      notify(texts.failed({ message: readProblem(error).message }));
      return false;
    } finally {
      await queryClient.invalidateQueries(trpc.members.list.pathFilter());
      await queryClient.invalidateQueries(trpc.users.me.pathFilter());
    }
  };

  const undo = async (change: Change) => {
    if (await apply(reverse(member, change))) notify(texts.undone);
  };

  const change = async (next: Change) => {
    if (await apply(next)) notify(sayChange(member, next), { label: texts.undo, run: () => undo(next) });
  };

  return { change, isPending };
};
