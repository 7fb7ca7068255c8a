"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { site } from "@/messages/texts/site";

/** Shows operators where to find emails that are stored instead of sent. */
export const OutboxHint = () => {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.outbox.status.queryOptions({}));
  return data?.embedded ? <p className="mt-6 border-t border-line pt-6 text-soft">{site.verify.noEmail}</p> : null;
};
