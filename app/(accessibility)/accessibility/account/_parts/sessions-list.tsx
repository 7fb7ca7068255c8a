"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Moment } from "@/app/_ui/moment";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { account } from "@/messages/texts/account";

const { page: texts } = account;

type Session = Outputs["account"]["sessions"]["items"][number];

const most = 100;

const useEnding = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.account.sessions.pathFilter());
  const one = useMutation(
    trpc.account.endSession.mutationOptions({
      onSuccess: async () => {
        notify(texts.ended);
        await refresh();
      },
    }),
  );
  const others = useMutation(
    trpc.account.endOtherSessions.mutationOptions({
      onSuccess: async ({ ended_sessions }) => {
        notify(texts.endedOthers({ count: ended_sessions }));
        await refresh();
      },
    }),
  );
  return { one, others };
};

const columnsWith = ({ one }: ReturnType<typeof useEnding>): Column<Session>[] => [
  {
    id: "agent",
    label: texts.where,
    isRowHeader: true,
    cell: ({ agent }) => agent,
  },
  { id: "ip", label: texts.network, cell: ({ ip }) => <span className="wrap-anywhere">{ip}</span> },
  { id: "since", label: texts.since, isExtra: true, cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: "used", label: texts.lastUsed, cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
  {
    id: "end",
    label: texts.action,
    cell: ({ id, agent, ip, current }) =>
      current ? (
        <span className="text-soft">{texts.here}</span>
      ) : (
        <Button
          aria-label={texts.endOne({ agent, ip })}
          isPending={one.isPending && one.variables.id === id}
          onPress={() => one.mutate({ id })}
        >
          {texts.end}
        </Button>
      ),
  },
];

export const SessionsList = () => {
  const trpc = useTRPC();
  const sessions = useQuery(trpc.account.sessions.queryOptions({ limit: most }));
  const ending = useEnding();
  if (sessions.isPending) return <Skeleton heights={[160]} />;
  if (sessions.isError) return <FailedState error={sessions.error} onRetry={() => sessions.refetch()} />;
  const { items } = sessions.data;
  const failure = ending.one.error ?? ending.others.error;
  return (
    <>
      <DataTable caption={texts.sessionsCaption} columns={columnsWith(ending)} rows={items} rowKey={({ id }) => id} />
      <div className="mt-4">
        {items.length > 1 ? (
          <Button isPending={ending.others.isPending} onPress={() => ending.others.mutate({})}>
            {texts.endOthers}
          </Button>
        ) : (
          <p className="text-soft">{texts.noOthers}</p>
        )}
      </div>
      {failure ? (
        <p role="alert" className="mt-3 font-semibold text-critical">
          {readProblem(failure).message}
        </p>
      ) : null}
    </>
  );
};
