"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";

const freshFor_ms = 60_000;

/** Loads the results shared by all parts of an audit. The results of a finished audit no longer change. */
export const useResults = (audit_id: string) => {
  const trpc = useTRPC();
  return useQuery(trpc.results.get.queryOptions({ audit_id }, { staleTime: freshFor_ms }));
};
