"use client";

import { useQuery } from "@tanstack/react-query";
import { readProblem } from "./problem";
import { useTRPC } from "./trpc";

/** Loads the website named in the URL if it exists, otherwise the first website, or null if there are none. */
export const useWebsite = (named: string | undefined) => {
  const trpc = useTRPC();
  const own = useQuery(trpc.websites.get.queryOptions({ id: named ?? "" }, { enabled: named !== undefined }));
  const id = readProblem(own.error).code === "not_found" ? undefined : named;
  const first = useQuery(
    trpc.websites.list.queryOptions({ limit: 1 }, { enabled: !id, select: ({ items }) => items[0] ?? null }),
  );
  return { id, query: id ? own : first };
};
