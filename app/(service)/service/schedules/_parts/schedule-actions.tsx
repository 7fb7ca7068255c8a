"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import { schedules as texts } from "@/messages/texts/schedules";
import { describeTiming, type Schedule } from "./describe-timing";

type Props = { schedule: Schedule; onRemoved?: () => void };

const usePause = ({ id, paused, website_name }: Schedule) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.schedules.change.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.schedules.pathFilter());
        notify(paused ? texts.goesOn({ name: website_name }) : texts.wasPaused({ name: website_name }));
      },
      onError: (error) => void notify(texts.failedToChange({ message: readProblem(error).message })),
    }),
  );
  return { isPending: change.isPending, toggle: () => change.mutate({ id, paused: !paused }) };
};

/** Pauses or resumes a schedule immediately; deletes it after confirmation. */
export const ScheduleActions = ({ schedule, onRemoved = () => undefined }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { id, paused, website_name } = schedule;
  const { toggle, isPending } = usePause(schedule);
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:justify-start">
      <Button
        aria-label={paused ? texts.resumeName({ name: website_name }) : texts.pauseName({ name: website_name })}
        isPending={isPending}
        onPress={toggle}
      >
        {paused ? texts.resume : texts.pause}
      </Button>
      <ConfirmButton
        label={texts.remove}
        aria-label={texts.removeName({ name: website_name })}
        title={texts.removeAsk({ name: website_name })}
        lead={texts.removeLead({ when: describeTiming(schedule) })}
        yes={texts.removeYes}
        no={texts.keep}
        run={() => client.schedules.remove.mutate({ id })}
        onDone={async () => {
          onRemoved();
          await queryClient.invalidateQueries(trpc.schedules.list.pathFilter());
          notify(texts.removed({ name: website_name }));
        }}
      />
    </div>
  );
};
