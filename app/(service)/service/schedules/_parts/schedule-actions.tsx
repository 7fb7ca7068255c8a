"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { schedules as texts } from "@/app/_texts/schedules";
import { Button } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../../_parts/confirm-dialog";
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
  const { paused, website_name } = schedule;
  const { toggle, isPending } = usePause(schedule);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap justify-end gap-2 sm:justify-start">
      <Button
        aria-label={paused ? texts.resumeName(website_name) : texts.pauseName(website_name)}
        isPending={isPending}
        onPress={toggle}
      >
        {paused ? texts.resume : texts.pause}
      </Button>
      <Button aria-label={texts.removeName(website_name)} onPress={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <RemoveDialog schedule={schedule} isOpen={isAsking} onClose={() => setAsking(false)} onRemoved={onRemoved} />
    </div>
  );
};

type DialogProps = Required<Props> & { isOpen: boolean; onClose: () => void };

const RemoveDialog = ({ schedule, isOpen, onClose, onRemoved }: DialogProps) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id, website_name } = schedule;
  const remove = useMutation(
    trpc.schedules.remove.mutationOptions({
      onSuccess: async () => {
        onClose();
        onRemoved();
        await queryClient.invalidateQueries(trpc.schedules.list.pathFilter());
        notify(texts.removed(website_name));
      },
    }),
  );
  return (
    <ConfirmDialog
      title={texts.removeAsk(website_name)}
      lead={texts.removeLead(describeTiming(schedule))}
      yes={texts.remove}
      no={texts.keep}
      isOpen={isOpen}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onYes={() => remove.mutate({ id })}
    />
  );
};
