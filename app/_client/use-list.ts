"use client";

import { type keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

type Part<Item> = { items: readonly Item[]; next_cursor: string | null };
type Options<Item> = {
  /** Starts with the procedure's own key, so that invalidating the procedure also invalidates the list. */
  queryKey: QueryKey;
  read: (at: { cursor?: string }) => Promise<Part<Item>>;
  staleTime?: number;
  enabled?: boolean;
  placeholderData?: typeof keepPreviousData;
};

/** A list that "Show more" extends. tRPC's own infinite queries send a `direction`, which strict inputs reject. */
export const useList = <Item>({ queryKey, read, ...options }: Options<Item>) =>
  useInfiniteQuery({
    ...options,
    queryKey: [...queryKey, "list"],
    queryFn: ({ pageParam }) => read(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
