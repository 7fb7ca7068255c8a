"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { schedules as texts } from "@/app/_texts/schedules";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { AskButton } from "../../../_parts/ask-button";
import { describeTiming, type Schedule } from "./describe-timing";

type Props = { schedule: Schedule; onRemoved?: () => void };

const usePause = ({ id, paused, website_name }: Schedule) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.schedules.change.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.schedules.pathFilter());
        notify(paused ? texts.goesOn(website_name) : texts.wasPaused(website_name));
      },
      onError: (error) => void notify(texts.failedToChange(readProblem(error).message)),
    }),
  );
  return { isPending: change.isPending, toggle: () => change.mutate({ id, paused: !paused }) };
};

/** Pausing and going on at once; removing after a question. */
export const ScheduleActions = ({ schedule, onRemoved = () => undefined }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { id, paused, website_name } = schedule;
  const { toggle, isPending } = usePause(schedule);
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:justify-start">
      <Button
        aria-label={paused ? texts.resumeName(website_name) : texts.pauseName(website_name)}
        isPending={isPending}
        onPress={toggle}
      >
        {paused ? texts.resume : texts.pause}
      </Button>
      <AskButton
        label={texts.remove}
        aria-label={texts.removeName(website_name)}
        title={texts.removeAsk(website_name)}
        lead={texts.removeLead(describeTiming(schedule))}
        yes={texts.remove}
        no={texts.keep}
        run={() => client.schedules.remove.mutate({ id })}
        onDone={async () => {
          onRemoved();
          await queryClient.invalidateQueries(trpc.schedules.list.pathFilter());
          notify(texts.removed(website_name));
        }}
      />
    </div>
  );
};
