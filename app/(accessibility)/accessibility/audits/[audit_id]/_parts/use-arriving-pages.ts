"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";

type Page = Outputs["results"]["pages"]["items"][number];

const batch = 100;
const none: readonly Page[] = [];

/** Returns all pages saved so far, oldest first; each poll requests only the pages after the last known page. */
export const useArrivingPages = (audit_id: string, finished: number): readonly Page[] => {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const known = useRef(new Map<string, Page>());
  const { data } = useQuery({
    queryKey: [...trpc.results.pages.pathKey(), "arriving", audit_id, finished],
    queryFn: async () => {
      let more = true;
      while (more) {
        const cursor = [...known.current.keys()].at(-1);
        const { items, next_cursor } = await client.results.pages.query({
          audit_id,
          limit: batch,
          ...(cursor ? { cursor } : {}),
        });
        for (const page of items) known.current.set(page.id, page);
        more = next_cursor !== null;
      }
      return [...known.current.values()];
    },
    enabled: finished > 0,
    placeholderData: (previous: Page[] | undefined) => previous,
  });
  return data ?? none;
};
