"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { notify } from "@/app/_ui/toasts";
import { findings } from "@/messages/texts/findings";

const { triage: texts } = findings;
/** Maximum number of findings in one API call. */
const mostAtOnce = 100;

export type Finding = Outputs["results"]["issues"]["items"][number];
export type Status = Finding["status"];
type Changes = { note?: string | null; assignee_id?: string | null; expires_at?: string | null };
export type Decision = Changes & { status?: Status };
type Order = Changes & { status: Status };
type Known = Pick<Finding, "issue_id" | "status" | "note" | "assignee_id" | "triage_expires_at">;
type Triaged = Known & { issue_id: string };

const hasIssue = (each: Known): each is Triaged => each.issue_id !== null;

/**
 * Groups issues that get the same update, and splits each group into batches for the API. Several findings can belong
 * to the same issue.
 */
const groupByOrder = (
  all: readonly Triaged[],
  orderOf: (each: Triaged) => Order,
): { order: Order; ids: string[] }[] => {
  const groups = new Map<string, { order: Order; ids: Set<string> }>();
  for (const each of all) {
    const order = orderOf(each);
    const key = JSON.stringify(order);
    const group = groups.get(key) ?? { order, ids: new Set() };
    groups.set(key, group);
    group.ids.add(each.issue_id);
  }
  return [...groups.values()].flatMap(({ order, ids }) => {
    const list = [...ids];
    return Array.from({ length: Math.ceil(list.length / mostAtOnce) }, (_, at) => ({
      order,
      ids: list.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
    }));
  });
};

/** Returns the update that undoes a triage decision and changes nothing else. */
const reversalOf =
  (decision: Decision) =>
  ({ status, note, assignee_id, triage_expires_at }: Triaged): Order => ({
    status,
    ...(decision.status === undefined ? {} : { expires_at: triage_expires_at }),
    ...(decision.note === undefined ? {} : { note }),
    ...(decision.assignee_id === undefined ? {} : { assignee_id }),
  });

/** Triages findings, confirms the change in a message, and offers to undo it. */
export const useTriage = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(trpc.issues.triageMany.mutationOptions());

  const store = async (all: readonly Triaged[], orderOf: (each: Triaged) => Order) => {
    try {
      for (const { order, ids } of groupByOrder(all, orderOf)) await mutateAsync({ ids, ...order });
    } finally {
      await Promise.all(
        [trpc.results.issues, trpc.results.diff, trpc.results.triage].map((procedure) =>
          queryClient.invalidateQueries({ queryKey: procedure.queryKey() }),
        ),
      );
    }
  };

  const decide = async (all: readonly Known[], decision: Decision, said: string): Promise<void> => {
    const known = all.filter(hasIssue);
    await store(known, ({ status }) => ({ status, ...decision }));
    const undo = () => {
      store(known, reversalOf(decision)).catch((error: unknown) => notify(readProblem(error).message));
    };
    notify(said, { label: texts.undo, run: undo });
  };

  return { decide };
};
