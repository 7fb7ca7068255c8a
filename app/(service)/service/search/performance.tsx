"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useWebsite } from "@/app/_client/use-website";
import { ButtonLink } from "@/app/_ui/button";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextField } from "@/app/_ui/text-field";
import { searchPerf as texts } from "@/messages/texts/search-perf";
import { WebsitePicker } from "../../_parts/website-picker";
import { Figures } from "./figures";
import { addressOf, type Filters, readFilters } from "./filters";
import { PropertyChoice } from "./property-choice";
import { useTotals } from "./use-totals";

/**
 * Search performance of one website; the filters are kept in the URL, so that they can be shared and survive a reload.
 */
export const Performance = ({ mayChoose }: { mayChoose: boolean }) => {
  const router = useRouter();
  const given = readFilters(useSearchParams());
  const { query } = useWebsite(given.website);
  const website = query.data;
  const { data: totals } = useTotals(website?.id ?? "", given);
  if (query.isError) return <FailedState error={query.error} onRetry={() => query.refetch()} />;
  if (website === undefined) return <Skeleton heights={[90, 120, 320]} />;
  if (website === null)
    return (
      <EmptyState
        title={texts.noWebsites}
        action={
          <ButtonLink href="/accessibility/websites/new" variant="primary">
            {texts.addWebsite}
          </ButtonLink>
        }
      >
        <p>{texts.noWebsitesText}</p>
      </EmptyState>
    );
  const filters: Filters = { ...given, website: website.id };
  const change = (next: Filters) => router.replace(addressOf(next), { scroll: false });
  return (
    <>
      <div className="mb-8 grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1.4fr_auto_auto]">
        <WebsitePicker
          label={texts.website}
          value={website}
          onChange={({ id }) => change({ ...filters, website: id })}
        />
        <PropertyChoice website_id={website.id} mayChoose={mayChoose} />
        <DayField
          name="from"
          label={texts.from}
          value={filters.from ?? totals?.from}
          onChange={(from) => change({ ...filters, from })}
        />
        <DayField
          name="to"
          label={texts.to}
          value={filters.to ?? totals?.to}
          onChange={(to) => change({ ...filters, to })}
        />
      </div>
      <Figures website_id={website.id} filters={filters} />
    </>
  );
};

type DayProps = { name: string; label: string; value: string | undefined; onChange: (day: string | undefined) => void };

const DayField = ({ value, onChange, ...props }: DayProps) => (
  <TextField {...props} type="date" isFilter value={value ?? ""} onChange={(day) => onChange(day || undefined)} />
);
