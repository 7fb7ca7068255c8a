"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useMe } from "@/app/_client/organisations";
import { withQuery } from "@/app/_client/search-params";
import { useTRPC } from "@/app/_client/trpc";
import { rum } from "@/app/_texts/rum";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { NoAccess } from "../../_parts/no-access";
import { type Filters, readFilters } from "./filters";
import { SetUp } from "./set-up";
import { SiteSettings } from "./site-settings";
import { VisitFilters } from "./visit-filters";
import { Visits } from "./visits";

const addressOf = (filters: Filters): string => withQuery("/service/visits", filters);

export const VisitsPage = () => {
  const { me, may } = useMe();
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 90, 420]} />;
  return (
    <>
      <DocumentTitle parts={[rum.title, me.data.organisation.name]} />
      <PageHeading lead={rum.lead}>{rum.title}</PageHeading>
      {may("rum.read") ? <MeasuredWebsites mayWrite={may("websites.write")} /> : <NoAccess />}
    </>
  );
};

/** The website asked for, else the first that is measured, else the first. */
const MeasuredWebsites = ({ mayWrite }: { mayWrite: boolean }) => {
  const trpc = useTRPC();
  const router = useRouter();
  const filters = readFilters(useSearchParams());
  const websites = useQuery(trpc.websites.list.queryOptions({ limit: 100 }));
  const sites = useQuery(trpc.rum.listSites.queryOptions({ limit: 100 }));
  if (websites.isError) return <FailedState error={websites.error} onRetry={() => websites.refetch()} />;
  if (sites.isError) return <FailedState error={sites.error} onRetry={() => sites.refetch()} />;
  if (!websites.data || !sites.data) return <Skeleton heights={[90, 420]} />;
  const known = websites.data.items;
  const wanted = filters.website ?? sites.data.items[0]?.id;
  const website = known.find(({ id }) => id === wanted) ?? known[0];
  if (!website) return <NoWebsites />;
  const site = sites.data.items.find(({ id }) => id === website.id);
  return (
    <>
      <VisitFilters
        websites={known}
        website={website.id}
        filters={filters}
        onChange={(next) => router.replace(addressOf(next), { scroll: false })}
      />
      {site ? (
        <>
          <Visits
            site={site}
            filters={filters}
            hrefOf={(page) => addressOf({ ...filters, website: website.id, page })}
          />
          <SiteSettings site={site} mayWrite={mayWrite} />
        </>
      ) : (
        <SetUp key={website.id} website={website} mayWrite={mayWrite} />
      )}
    </>
  );
};

const NoWebsites = () => (
  <EmptyState
    title={rum.noWebsites}
    action={<ButtonLink href="/accessibility/websites/new">{rum.addWebsite}</ButtonLink>}
  >
    <p>{rum.noWebsitesText}</p>
  </EmptyState>
);
