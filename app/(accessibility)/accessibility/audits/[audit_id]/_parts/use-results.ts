"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";

const freshFor_ms = 60_000;

/** Shared by all parts of an audit; what has ended doesn't change any more. */
export const useResults = (audit_id: string) => {
  const trpc = useTRPC();
  return useQuery(trpc.results.get.queryOptions({ audit_id }, { staleTime: freshFor_ms }));
};
