"use client";

import { type keepPreviousData, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

type Part<Item> = { items: readonly Item[]; next_cursor: string | null };
type Options<P> = {
  /** Starts with the procedure's own key, so that invalidating the procedure also invalidates the list. */
  queryKey: QueryKey;
  read: (at: { cursor?: string }) => Promise<P>;
  staleTime?: number;
  enabled?: boolean;
  placeholderData?: typeof keepPreviousData;
};

type Loaded<P> = { pages: P[] };

const itemsOf = <Item>({ pages }: Loaded<Part<Item>>): Item[] => pages.flatMap(({ items }) => items);

const useParts = <Item, P extends Part<Item>, Data>(
  { queryKey, read, ...options }: Options<P>,
  select: (loaded: Loaded<P>) => Data,
) =>
  useInfiniteQuery({
    ...options,
    queryKey: [...queryKey, "list"],
    queryFn: ({ pageParam }) => read(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select,
  });

/** A list that "Show more" extends. tRPC's own infinite queries send a `direction`, which strict inputs reject. */
export const useList = <Item>(options: Options<Part<Item>>) => useParts<Item, Part<Item>, Item[]>(options, itemsOf);

/** Like `useList`, but also returns the totals from the latest response. */
export const useListWithTotals = <Item, Totals extends object>(options: Options<Part<Item> & Totals>) =>
  useParts<Item, Part<Item> & Totals, { items: Item[]; totals: Totals | undefined }>(options, (loaded) => ({
    items: itemsOf<Item>(loaded),
    totals: loaded.pages.at(-1),
  }));
