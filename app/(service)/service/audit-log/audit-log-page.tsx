"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useMe } from "@/app/_client/organisations";
import { withQuery } from "@/app/_client/search-params";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { service } from "@/messages/texts/service";
import { NoAccess } from "../../_parts/no-access";
import { type Filters, readFilters } from "./filters";
import { LogFilters } from "./log-filters";
import { LogTable } from "./log-table";

const { log: texts } = service;

/** The filters are kept in the URL, so that they can be shared and survive a reload. */
export const AuditLogPage = () => {
  const { me, may } = useMe();
  const router = useRouter();
  const filters = readFilters(useSearchParams());
  const change = (next: Filters) => router.replace(withQuery("/service/audit-log", next), { scroll: false });
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 90, 420]} />;
  const { organisation, role } = me.data;
  return (
    <>
      <DocumentTitle parts={[texts.title, organisation.name]} />
      <PageHeading lead={texts.lead}>{texts.title}</PageHeading>
      {may("audit_log.read") ? (
        <>
          <LogFilters filters={filters} onChange={change} />
          <LogTable filters={filters} showsAddress={role === "owner" || role === "admin"} />
        </>
      ) : (
        <NoAccess />
      )}
    </>
  );
};
