"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { monitors } from "@/app/_texts/monitors";
import { Button, ButtonLink } from "@/app/_ui/button";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../../_parts/confirm-dialog";
import type { Monitor } from "../_parts/monitor-state";

const { detail: texts, form } = monitors;

export const MonitorActions = ({ monitor }: { monitor: Monitor }) => {
  const { id, name, paused } = monitor;
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation(
    trpc.monitors.change.mutationOptions({
      onSuccess: async (saved) => {
        await queryClient.invalidateQueries(trpc.monitors.pathFilter());
        notify(saved.paused ? texts.paused(name) : texts.resumed(name));
      },
      onError: (error) => notify(texts.failed(readProblem(error).message)),
    }),
  );
  const remove = useMutation(
    trpc.monitors.remove.mutationOptions({
      onSuccess: async () => {
        notify(texts.removed(name));
        router.push("/service/monitors");
        await queryClient.invalidateQueries(trpc.monitors.list.pathFilter());
      },
    }),
  );
  return (
    <>
      <ButtonLink
        href={`/service/monitors/${id}/settings`}
        icon={<Settings className="size-5 shrink-0" aria-hidden="true" />}
      >
        {form.settings}
      </ButtonLink>
      <Button isPending={change.isPending} onPress={() => change.mutate({ id, paused: !paused })}>
        {paused ? texts.resume : texts.pause}
      </Button>
      <Button onPress={() => setAsking(true)}>{texts.remove}</Button>
      <ConfirmDialog
        title={texts.removeAsk(name)}
        lead={texts.removeLead}
        yes={texts.remove}
        no={texts.keep}
        isOpen={isAsking}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onYes={() => remove.mutate({ id })}
      />
    </>
  );
};
