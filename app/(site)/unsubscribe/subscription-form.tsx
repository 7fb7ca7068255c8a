"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { unsubscribe as texts } from "@/messages/texts/unsubscribe";

type State = Outputs["suppressions"]["subscription"];

/** Requires a click: link checkers open URLs too, and must not unsubscribe anyone. */
export const SubscriptionForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const given = useQuery(trpc.suppressions.subscription.queryOptions({ token }));
  const [changed, setChanged] = useState<State | null>(null);
  const done = (state: State) => {
    setChanged(state);
    announce(state.subscribed ? texts.started : texts.stopped);
  };
  const stop = useMutation(trpc.suppressions.unsubscribe.mutationOptions({ onSuccess: done }));
  const start = useMutation(trpc.suppressions.resubscribe.mutationOptions({ onSuccess: done }));

  if (given.isPending) return <Skeleton heights={[26, 52, 44]} />;
  if (given.isError)
    return readProblem(given.error).code === "invalid_code" ? (
      <p className="font-semibold">{texts.broken}</p>
    ) : (
      <FailedState error={given.error} onRetry={() => given.refetch()} />
    );
  const { email, subscribed } = changed ?? given.data;
  const change = subscribed ? stop : start;
  return (
    <div className="card flex flex-col gap-4 p-6">
      <p>
        {subscribed ? texts.on : texts.off} <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <p className="text-soft">{texts.rest}</p>
      <Button
        variant={subscribed ? "primary" : "secondary"}
        block
        isPending={change.isPending}
        onPress={() => change.mutate({ token })}
      >
        {subscribed ? texts.stop : texts.start}
      </Button>
      {change.isError ? <p className="font-semibold text-critical">{readProblem(change.error).message}</p> : null}
    </div>
  );
};
