"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { findings } from "@/app/_texts/findings";
import { notify } from "@/app/_ui/toasts";

const { triage: texts } = findings;

export type Status = Outputs["results"]["issues"]["items"][number]["status"];
type Decision = { status: Status; note: string | null };

/** Decides about findings, says so, and offers the way back. */
export const useTriage = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(trpc.issues.triage.mutationOptions());

  const store = async (id: string, decision: Decision) => {
    await mutateAsync({ id, ...decision });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.results.issues.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.results.triage.queryKey() }),
    ]);
  };

  const undo = (id: string, before: Decision) => () =>
    store(id, before).catch((error: unknown) => notify(readProblem(error).message));

  const decide = async ({ issue_id, ...before }: Decision & { issue_id: string }, next: Decision): Promise<void> => {
    await store(issue_id, next);
    notify(texts.saved[next.status], { label: texts.undo, run: undo(issue_id, before) });
  };

  return { decide };
};
