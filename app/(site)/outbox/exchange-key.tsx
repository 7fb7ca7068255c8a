"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { outbox as texts } from "@/messages/texts/outbox";

/**
 * Exchanges the key in the URL for a cookie and removes the key from the URL, to keep it out of the browser history and
 * the Referer header.
 */
export const ExchangeKey = ({ outboxKey: key, path }: { outboxKey: string; path: string }) => {
  const trpc = useTRPC();
  const router = useRouter();
  const { mutate, error } = useMutation(trpc.outbox.open.mutationOptions({ onSuccess: () => router.replace(path) }));
  useEffect(() => mutate({ key }), [mutate, key]);
  const isRefused = error !== null && readProblem(error).code === "forbidden";
  return (
    <>
      <DocumentTitle parts={[texts.title]} />
      <PageHeading lead={isRefused ? texts.wrongKey : texts.lead}>{texts.title}</PageHeading>
      {error && !isRefused ? <FailedState error={error} onRetry={() => mutate({ key })} /> : null}
      {error ? null : <Skeleton heights={[240]} />}
    </>
  );
};
