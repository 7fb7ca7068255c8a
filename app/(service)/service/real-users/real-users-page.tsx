"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useMe } from "@/app/_client/organisations";
import { withQuery } from "@/app/_client/search-params";
import { useTRPC } from "@/app/_client/trpc";
import { useWebsite } from "@/app/_client/use-website";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { rum } from "@/messages/texts/rum";
import { NoAccess } from "../../_parts/no-access";
import { type Filters, readFilters } from "./filters";
import { MeasurementFilters } from "./measurement-filters";
import { Measurements } from "./measurements";
import { SetUp } from "./set-up";
import { SiteSettings } from "./site-settings";

const addressOf = (filters: Filters): string => withQuery("/service/real-users", filters);

export const RealUsersPage = () => {
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

/** Shows the website named in the URL, or else the first measured website, or else the first website. */
const MeasuredWebsites = ({ mayWrite }: { mayWrite: boolean }) => {
  const trpc = useTRPC();
  const router = useRouter();
  const filters = readFilters(useSearchParams());
  const { id, query } = useWebsite(filters.website);
  const sites = useQuery(trpc.rum.listSites.queryOptions({ limit: 1, ...(id ? { website_id: id } : {}) }));
  if (query.isError) return <FailedState error={query.error} onRetry={() => query.refetch()} />;
  if (sites.isError) return <FailedState error={sites.error} onRetry={() => sites.refetch()} />;
  const site = sites.data?.items[0];
  const website = id ? query.data : (site ?? (sites.data && query.data));
  if (website === undefined) return <Skeleton heights={[90, 420]} />;
  if (website === null) return <NoWebsites />;
  return (
    <>
      <MeasurementFilters
        website={website}
        filters={filters}
        onChange={(next) => router.replace(addressOf(next), { scroll: false })}
      />
      {sites.isPending ? (
        <Skeleton heights={[420]} />
      ) : site ? (
        <>
          <Measurements
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
