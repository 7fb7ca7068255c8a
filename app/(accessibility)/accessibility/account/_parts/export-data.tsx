"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { Moment } from "@/app/_ui/moment";
import { account } from "@/messages/texts/account";

const { page: texts } = account;

const poll_ms = 5_000;

type Latest = Outputs["account"]["latestExport"]["export"];

const State = ({ latest }: { latest: Latest }) => {
  if (latest?.status === "queued") return <p className="mb-4 font-semibold">{texts.exportQueued}</p>;
  if (latest?.status === "failed") return <p className="mb-4 font-semibold text-critical">{texts.exportFailed}</p>;
  const until = latest?.expires_at;
  if (!until || new Date(until) <= new Date()) return null;
  return <p className="mb-4">{texts.exportReady({ date: () => <Moment at={until} /> })}</p>;
};

export const ExportData = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const latest = useQuery({
    ...trpc.account.latestExport.queryOptions({}),
    refetchInterval: ({ state }) => (state.data?.export?.status === "queued" ? poll_ms : false),
  });
  const requestExport = useMutation(
    trpc.account.requestExport.mutationOptions({
      onSuccess: async (requested) => {
        const queryKey = trpc.account.latestExport.queryKey({});
        // A query that is still in progress would otherwise overwrite the new export with older data, and the polling
        // would stop.
        await queryClient.cancelQueries({ queryKey });
        queryClient.setQueryData(queryKey, { export: requested });
        announce(texts.exportQueued);
      },
    }),
  );
  const current = latest.data?.export ?? null;
  return (
    <>
      <State latest={current} />
      {current?.status === "queued" ? null : (
        <Button isPending={requestExport.isPending} onPress={() => requestExport.mutate({})}>
          {texts.exportAsk}
        </Button>
      )}
      {requestExport.isError ? (
        <p role="alert" className="mt-3 font-semibold text-critical">
          {readProblem(requestExport.error).message}
        </p>
      ) : null}
    </>
  );
};
