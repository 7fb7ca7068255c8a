"use client";

import { useMe } from "@/app/_client/organisations";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { service } from "@/messages/texts/service";
import { NoAccess } from "../../_parts/no-access";
import { InviteForm } from "./invite-form";
import { InviteTable } from "./invite-table";
import { MemberTable } from "./member-table";
import type { Viewer } from "./viewer";

const { team: texts } = service;

export const TeamPage = () => {
  const { me, may } = useMe();
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 160, 320]} />;
  const { id: user_id, organisation, role } = me.data;
  const viewer: Viewer = {
    user_id,
    organisation,
    role,
    mayChange: may("members.write"),
    mayInvite: may("members.invite"),
  };
  return (
    <>
      <DocumentTitle parts={[texts.title, organisation.name]} />
      <PageHeading lead={texts.lead}>{texts.title}</PageHeading>
      {may("members.read") ? <Parts viewer={viewer} /> : <NoAccess />}
    </>
  );
};

const Parts = ({ viewer }: { viewer: Viewer }) => (
  <div className="flex flex-col gap-10">
    <section aria-labelledby="members">
      <h2 id="members" className="mb-3 text-lg">
        {texts.members}
      </h2>
      <MemberTable viewer={viewer} />
    </section>
    {viewer.mayInvite ? (
      <section aria-labelledby="invite">
        <h2 id="invite" className="mb-3 text-lg">
          {texts.inviteTitle}
        </h2>
        <InviteForm viewer={viewer} />
      </section>
    ) : null}
    <section aria-labelledby="open">
      <h2 id="open" className="mb-3 text-lg">
        {texts.open}
      </h2>
      <InviteTable viewer={viewer} />
    </section>
  </div>
);
