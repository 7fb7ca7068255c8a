"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { type Filters, rangeOf } from "./filters";

/** Loads the totals of the selected days. The response includes the dates, which the filters don't always specify. */
export const useTotals = (website_id: string, filters: Filters) => {
  const trpc = useTRPC();
  const input = { website_id, ...rangeOf(filters) };
  return useQuery(trpc.searchPerf.totals.queryOptions(input, { staleTime: 60_000, enabled: website_id !== "" }));
};
