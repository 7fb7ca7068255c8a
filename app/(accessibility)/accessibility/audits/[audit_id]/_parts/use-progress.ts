"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { audits } from "@/app/_texts/audits";
import { announce } from "@/app/_ui/announcer";

export type Progress = Outputs["audits"]["status"];

const pollEvery_ms = 2_000;
const { live } = audits;

const finishedPages = ({ pages_done, pages_failed }: Progress): number => pages_done + pages_failed;

/** What a running audit is busy with, or how many go before it. */
export const stageOf = ({ phase, queue_position }: Pick<Progress, "phase" | "queue_position">): string =>
  queue_position === null ? live.phases[phase] : live.waitingAt(queue_position);

/** What there is to say between two states: the place in the queue, the start, each quarter, the end. */
const messageOf = (before: Progress | undefined, now: Progress): string | null => {
  if (now.status !== "in_progress") return before?.status === now.status ? null : live.spokenEnd[now.status];
  const { queue_position: place } = now;
  if (place !== null) return before?.queue_position === place ? null : live.spokenWaiting(place);
  if (!before || before.queue_position !== null) return live.spokenStart;
  const quarter = Math.floor(now.percent / 25);
  return quarter > Math.floor(before.percent / 25)
    ? live.spokenQuarter(quarter, finishedPages(now), now.pages_total)
    : null;
};

/** Follows an audit that was running when it was read; tells everybody else who shows it when it has ended. */
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
