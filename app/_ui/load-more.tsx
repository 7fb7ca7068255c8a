"use client";

import { shared } from "@/messages/texts/shared";
import { Button } from "./button";

export interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/** The "Show more" button below a paginated list; renders nothing once the whole list is shown. */
export const LoadMore = ({ list }: { list: List }) =>
  list.hasNextPage ? (
    <div className="mt-6">
      <Button onPress={() => list.fetchNextPage()} isPending={list.isFetchingNextPage}>
        {shared.loadMore}
      </Button>
    </div>
  ) : null;
