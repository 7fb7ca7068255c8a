"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { readProblem } from "@/app/_client/problem";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button, ButtonLink } from "@/app/_ui/button";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { notify } from "@/app/_ui/toasts";
import { monitors } from "@/messages/texts/monitors";
import type { Monitor } from "../_parts/monitor-state";

const { detail: texts, form } = monitors;

export const MonitorActions = ({ monitor }: { monitor: Monitor }) => {
  const { id, name, paused } = monitor;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.monitors.change.mutationOptions({
      onSuccess: async (saved) => {
        await queryClient.invalidateQueries(trpc.monitors.pathFilter());
        notify(saved.paused ? texts.paused({ name }) : texts.resumed({ name }));
      },
      onError: (error) => notify(texts.failed({ message: readProblem(error).message })),
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
      <ConfirmButton
        label={texts.remove}
        title={texts.removeAsk({ name })}
        lead={texts.removeLead}
        yes={texts.remove}
        no={texts.keep}
        run={() => client.monitors.remove.mutate({ id })}
        onDone={async () => {
          notify(texts.removed({ name }));
          router.push("/service/monitors");
          await queryClient.invalidateQueries(trpc.monitors.list.pathFilter());
        }}
      />
    </>
  );
};
