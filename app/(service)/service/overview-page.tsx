"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useActivate, useMe } from "@/app/_client/organisations";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Moment } from "@/app/_ui/moment";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { roles } from "@/messages/texts/roles";
import { service } from "@/messages/texts/service";
import { AddOrganisation } from "./add-organisation";

const { home: texts } = service;

type Organisation = Outputs["organisations"]["list"]["items"][number];

const Switch = ({ id, name, active }: Organisation) => {
  const activate = useActivate();
  if (active) return <span className="font-semibold">{texts.active}</span>;
  return (
    <Button
      aria-label={texts.activateName({ name })}
      isPending={activate.isPending}
      onPress={() => activate.mutate({ id })}
    >
      {texts.activate}
    </Button>
  );
};

const columns = (): readonly Column<Organisation>[] => [
  {
    id: "name",
    label: texts.columns.name,
    isRowHeader: true,
    cell: ({ name }) => <span className="break-words font-semibold">{name}</span>,
  },
  { id: "role", label: texts.columns.role, cell: ({ role }) => roles[role].name },
  { id: "members", label: texts.columns.members, isNumber: true, cell: ({ member_count }) => member_count },
  { id: "action", label: texts.columns.action, cell: (organisation) => <Switch {...organisation} /> },
];

const Facts = ({ role, member_count, created_at }: Organisation) => (
  <dl className="card mb-10 grid gap-x-8 gap-y-1 p-5 sm:grid-cols-[auto_1fr]">
    <dt className="text-soft">{texts.role}</dt>
    <dd className="font-medium">
      {roles[role].name}
      <span className="block text-sm font-normal text-soft">{roles[role].can}</span>
    </dd>
    <dt className="mt-2 text-soft sm:mt-0">{texts.members}</dt>
    <dd className="font-medium tabular-nums">{member_count}</dd>
    <dt className="mt-2 text-soft sm:mt-0">{texts.since}</dt>
    <dd className="font-medium">
      <Moment at={created_at} />
    </dd>
  </dl>
);

/** The active organisation, and the user's other organisations. */
export const OverviewPage = () => {
  const trpc = useTRPC();
  const { me } = useMe();
  const list = useQuery(trpc.organisations.list.queryOptions({ limit: 100 }));
  const [isAdding, setAdding] = useState(false);
  const rows = list.data?.items ?? [];
  const active = rows.find((row) => row.active);
  return (
    <>
      <DocumentTitle parts={[service.overview, me.data?.organisation.name]} />
      <PageHeading
        lead={texts.lead}
        actions={
          <Button icon={<Plus className="size-5" aria-hidden="true" />} onPress={() => setAdding(true)}>
            {texts.add}
          </Button>
        }
      >
        {me.data?.organisation.name ?? service.overview}
      </PageHeading>
      {list.isPending ? <Skeleton heights={[150, 180]} /> : null}
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {active ? <Facts {...active} /> : null}
      {rows.length > 0 ? (
        <section aria-labelledby="yours">
          <h2 id="yours" className="mb-3 text-lg">
            {texts.yours}
          </h2>
          <DataTable
            caption={texts.count({ count: rows.length })}
            columns={columns()}
            rows={rows}
            rowKey={({ id }) => id}
          />
        </section>
      ) : null}
      <AddOrganisation isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
};
