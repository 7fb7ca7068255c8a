"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Inputs, type Outputs, useTRPC } from "@/app/_client/trpc";
import { notify } from "@/app/_ui/toasts";
import { findings } from "@/messages/texts/findings";

const { policies: texts } = findings;

type NewPolicy = Inputs["triagePolicies"]["add"];
export type Policy = Outputs["triagePolicies"]["list"]["items"][number];
export type PolicyScope = Pick<NewPolicy, "rule_id" | "component" | "page_url">;
export type PolicyStatus = NewPolicy["status"];

/** Creates and deletes triage policies, and confirms each change in a message. Creating a policy can be undone. */
export const usePolicies = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.triagePolicies.add.mutationOptions());
  const removePolicy = useMutation(trpc.triagePolicies.remove.mutationOptions());

  const refresh = () =>
    Promise.all(
      [trpc.results.issues, trpc.results.diff, trpc.results.triage, trpc.triagePolicies.list].map((procedure) =>
        queryClient.invalidateQueries({ queryKey: procedure.queryKey() }),
      ),
    );

  const remove = async (id: string): Promise<void> => {
    const { reopened } = await removePolicy.mutateAsync({ id });
    await refresh();
    notify(texts.deleted({ count: reopened }));
  };

  const create = async (policy: NewPolicy): Promise<void> => {
    const { id, issues } = await add.mutateAsync(policy);
    await refresh();
    const undo = () => {
      remove(id).catch((error: unknown) => notify(readProblem(error).message));
    };
    notify(texts.saved({ count: issues }), { label: texts.undo, run: undo });
  };

  return { create, remove };
};
