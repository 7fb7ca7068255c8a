"use client";

import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/app/_client/organisations";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { NoAccess } from "@/app/(service)/_parts/no-access";
import { schedules } from "@/messages/texts/schedules";
import { websites } from "@/messages/texts/websites";
import { JourneyArea, useJourneys } from "./journey-area";
import { RemoveWebsite } from "./remove-website";
import { SettingsForm } from "./settings-form";
import { SignInArea, useSignIn } from "./sign-in-area";
import { TriagePolicies, useTriagePolicies } from "./triage-policies";
import { UrlListArea, useUrlList } from "./url-list-area";

const { settings: texts } = websites;

export const SettingsPage = ({ website_id }: { website_id: string }) => {
  const trpc = useTRPC();
  const { me, may } = useMe();
  const policies = useTriagePolicies(website_id);
  const signIn = useSignIn(website_id);
  const urlList = useUrlList(website_id);
  const journeys = useJourneys(website_id);
  const website = useQuery(trpc.websites.get.queryOptions({ id: website_id }));
  if (website.isError) return <FailedPage error={website.error} onRetry={() => website.refetch()} />;
  // Waits for the other areas too, so that the content below them doesn't move when they load.
  if (!website.data || signIn.isPending || urlList.isPending || journeys.isPending || policies.isPending)
    return <Skeleton heights={[44, 36, 720]} />;
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
      {me.data ? <Settings website={website.data} mayChange={may("websites.write")} /> : null}
      {may("websites.write") ? <UrlListArea website_id={website_id} /> : null}
      {may("websites.write") ? <SignInArea website={website.data} /> : null}
      {may("websites.write") ? <JourneyArea website_id={website_id} /> : null}
      <TriagePolicies website_id={website_id} />
      {may("schedules.write") ? <ScheduleArea website_id={website_id} /> : null}
      {may("websites.delete") ? <RemoveWebsite id={website_id} name={name} /> : null}
    </div>
  );
};

type Props = { website: Outputs["websites"]["get"]; mayChange: boolean };

const Settings = ({ website, mayChange }: Props) => (mayChange ? <SettingsForm website={website} /> : <NoAccess />);

const ScheduleArea = ({ website_id }: { website_id: string }) => (
  <section aria-labelledby="schedule" className="mt-12 border-t border-line pt-8">
    <h2 id="schedule" className="text-lg">
      {schedules.link.title}
    </h2>
    <p className="mt-1 mb-4 text-soft">{schedules.link.lead}</p>
    <ButtonLink href={`/service/schedules/new?website_id=${website_id}`}>{schedules.add}</ButtonLink>
  </section>
);
