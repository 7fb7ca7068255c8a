"use client";

import { Button } from "./button";
import { shared } from "./texts";

export interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/** The button below a list that is read page by page; nothing at its end. */
export const LoadMore = ({ list }: { list: List }) =>
  list.hasNextPage ? (
    <div className="mt-6">
      <Button onPress={() => list.fetchNextPage()} isPending={list.isFetchingNextPage}>
        {shared.loadMore}
      </Button>
    </div>
  ) : null;
