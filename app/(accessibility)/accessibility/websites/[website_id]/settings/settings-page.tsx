"use client";

import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import { websites } from "@/app/_texts/websites";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { RemoveWebsite } from "./remove-website";
import { SettingsForm } from "./settings-form";

const { settings: texts } = websites;

export const SettingsPage = ({ website_id }: { website_id: string }) => {
  const trpc = useTRPC();
  const { may } = useMe();
  const website = useQuery(trpc.websites.get.queryOptions({ id: website_id }));
  if (website.isError) return <FailedPage error={website.error} onRetry={() => website.refetch()} />;
  if (!website.data) return <Skeleton heights={[44, 36, 720]} />;
  const { name } = website.data;
  return (
    <div className="max-w-xl">
      <DocumentTitle parts={[texts.title, name]} />
      <Breadcrumbs
        crumbs={[
          { href: "/accessibility", label: websites.title },
          { href: `/accessibility/websites/${website_id}`, label: name },
        ]}
      />
      <PageHeading>{texts.title}</PageHeading>
      <SettingsForm website={website.data} />
      {may("websites.delete") ? <RemoveWebsite id={website_id} name={name} /> : null}
    </div>
  );
};
