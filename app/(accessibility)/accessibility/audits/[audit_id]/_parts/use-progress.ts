"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { audits } from "@/messages/texts/audits";

export type Progress = Outputs["audits"]["status"];

const pollEvery_ms = 2_000;
const { live } = audits;

const finishedPages = ({ pages_done, pages_failed }: Progress): number => pages_done + pages_failed;

/** Describes the phase of a running audit, or how many audits are ahead of a queued one. */
export const stageOf = ({ phase, queue_position }: Pick<Progress, "phase" | "queue_position">): string =>
  queue_position === null ? live.phases[phase] : live.waitingAt({ place: queue_position });

/**
 * Returns the text to announce after an update, or null. Announces a new position in the queue, the start of the audit,
 * every 25% of progress, and the end.
 */
const messageOf = (before: Progress | undefined, now: Progress): string | null => {
  if (now.status !== "in_progress") return before?.status === now.status ? null : live.spokenEnd[now.status];
  const { queue_position: place } = now;
  if (place !== null) return before?.queue_position === place ? null : live.spokenWaiting({ place });
  if (!before || before.queue_position !== null) return live.spokenStart;
  const quarter = Math.floor(now.percent / 25);
  return quarter > Math.floor(before.percent / 25)
    ? live.spokenQuarter({ percent: quarter * 25, done: finishedPages(now), total: now.pages_total })
    : null;
};

/**
 * Polls an audit that was running when the page loaded; when it ends, refreshes all other queries that depend on it.
 */
export const useProgress = (website_id: string, audit_id: string): Progress | undefined => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const before = useRef<Progress | undefined>(undefined);
  const { data } = useQuery(
    trpc.audits.status.queryOptions(
      { website_id },
      {
        refetchInterval: ({ state }) => (state.data && state.data.status !== "in_progress" ? false : pollEvery_ms),
        refetchIntervalInBackground: true,
        staleTime: 0,
      },
    ),
  );
  const progress = data?.audit_id === audit_id ? data : undefined;

  useEffect(() => {
    if (!progress) return;
    const message = messageOf(before.current, progress);
    const ended = progress.status !== "in_progress" && before.current?.status !== progress.status;
    before.current = progress;
    if (message) announce(message);
    if (ended) {
      queryClient.resetQueries(trpc.results.pathFilter());
      queryClient.invalidateQueries(trpc.audits.get.queryFilter({ id: audit_id }));
      queryClient.invalidateQueries(trpc.audits.list.pathFilter());
      queryClient.invalidateQueries(trpc.websites.pathFilter());
    }
  }, [progress, audit_id, queryClient, trpc]);

  return progress;
};
