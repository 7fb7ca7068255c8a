"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { rum } from "@/messages/texts/rum";
import { ByDay } from "./by-day";
import type { Site } from "./figures";
import { type Filters, toInput } from "./filters";
import { MetricCards } from "./metric-cards";
import { ByDevice, ByPage } from "./tables";

type Props = { site: Site; filters: Filters; hrefOf: (page: string | undefined) => string };

/** The measurements, or advice if there are none. */
export const Measurements = ({ site, filters, hrefOf }: Props) => {
  const trpc = useTRPC();
  const summary = useQuery(
    trpc.rum.summary.queryOptions({ website_id: site.id, ...toInput(filters) }, { staleTime: 30_000 }),
  );
  if (summary.isPending) return <Skeleton heights={[420, 320]} />;
  if (summary.isError) return <FailedState error={summary.error} onRetry={() => summary.refetch()} />;
  if (summary.data.overall.beacons === 0)
    return (
      <EmptyState title={rum.waiting.title}>
        <p>{site.last_seen_at ? rum.waiting.elsewhere : rum.waiting.text}</p>
      </EmptyState>
    );
  return (
    <>
      <MetricCards summary={summary.data} />
      <ByDay days={summary.data.days} />
      <ByDevice devices={summary.data.devices} />
      <ByPage pages={summary.data.pages} hrefOf={hrefOf} only={filters.page} />
    </>
  );
};
