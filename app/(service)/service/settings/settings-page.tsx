"use client";

import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/app/_client/organisations";
import type { Outputs } from "@/app/_client/trpc";
import { useTRPC } from "@/app/_client/trpc";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { service } from "@/messages/texts/service";
import { BrandingForm } from "./branding-form";
import { DangerZone } from "./danger-zone";
import { RenameForm } from "./rename-form";
import { ReportPreview } from "./report-preview";

/** Report branding for users with view-only access. */
const BrandingView = ({ branding }: { branding: Outputs["branding"]["get"] }) => (
  <div className="max-w-xl">
    <ReportPreview name={branding.name ?? "Curbcut"} accent={branding.accent} logo={branding.logo} />
  </div>
);

const { settings: texts } = service;

export const SettingsPage = () => {
  const trpc = useTRPC();
  const { me, may } = useMe();
  const id = me.data?.organisation.id ?? "";
  const branding = useQuery({ ...trpc.branding.get.queryOptions({ id }), enabled: id !== "" });
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (branding.isError) return <FailedPage error={branding.error} onRetry={() => branding.refetch()} />;
  if (!me.data || !branding.data) return <Skeleton heights={[44, 120, 520]} />;
  const { organisation } = me.data;
  return (
    <>
      <DocumentTitle parts={[texts.title, organisation.name]} />
      <PageHeading lead={may("org.write") ? undefined : texts.readOnly}>{texts.title}</PageHeading>
      {may("org.write") ? <RenameForm organisation={organisation} /> : null}
      <section aria-labelledby="brand" className="mt-10">
        <h2 id="brand" className="text-lg">
          {texts.brand}
        </h2>
        <p className="mb-5 mt-1 text-soft">{texts.brandLead}</p>
        {may("branding.write") ? (
          <BrandingForm id={id} branding={branding.data} />
        ) : (
          <BrandingView branding={branding.data} />
        )}
      </section>
      <DangerZone me={me.data} />
    </>
  );
};
