"use client";

import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { Moment } from "@/app/_ui/moment";
import { TextField } from "@/app/_ui/text-field";
import { roles } from "@/messages/texts/roles";
import { service } from "@/messages/texts/service";
import { RoleSelect } from "../../_parts/role-select";
import { MemberActions } from "./member-actions";
import { type Member, useChangeMember } from "./use-change-member";
import { mayHandle, type Viewer } from "./viewer";

const { team: texts } = service;

/** A search field is shown if there are more members than this. */
const worthSearching = 8;

type CellProps = { viewer: Viewer; member: Member };

const isOpen = ({ viewer, member }: CellProps): boolean =>
  viewer.mayChange && member.id !== viewer.user_id && mayHandle(viewer, member.role);

const RoleCell = ({ viewer, member }: CellProps) => {
  const { change } = useChangeMember(viewer, member);
  if (!isOpen({ viewer, member })) return <>{roles[member.role].name}</>;
  return (
    <div className="w-36">
      <RoleSelect
        label={texts.roleOf({ name: member.name })}
        isLabelHidden
        value={member.role}
        onChange={(role) => change({ role })}
        withOwner={viewer.role === "owner"}
      />
    </div>
  );
};

const columnsFor = (viewer: Viewer): readonly Column<Member>[] => [
  {
    id: "person",
    label: texts.columns.person,
    isRowHeader: true,
    cell: ({ id, name, email }) => (
      <>
        <span className="break-words font-semibold">{name}</span>
        {id === viewer.user_id ? <span className="font-normal text-soft"> ({texts.you})</span> : null}
        <p className="wrap-anywhere text-sm font-normal text-soft">{email}</p>
      </>
    ),
  },
  { id: "role", label: texts.columns.role, cell: (member) => <RoleCell viewer={viewer} member={member} /> },
  { id: "state", label: texts.columns.state, cell: ({ disabled }) => (disabled ? texts.disabled : texts.works) },
  { id: "joined", label: texts.columns.joined, isExtra: true, cell: ({ joined_at }) => <Moment at={joined_at} /> },
  ...(viewer.mayChange
    ? [
        {
          id: "action",
          label: texts.columns.action,
          cell: (member: Member) =>
            isOpen({ viewer, member }) ? <MemberActions viewer={viewer} member={member} /> : <span>–</span>,
        },
      ]
    : []),
];

export const MemberTable = ({ viewer }: { viewer: Viewer }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [q, setQ] = useState("");
  const { id } = viewer.organisation;
  const wanted = q.trim();
  const list = useList({
    queryKey: [...trpc.members.list.pathKey(), wanted],
    read: (at) => client.members.list.query({ id, limit: 50, ...(wanted ? { q: wanted } : {}), ...at }),
  });
  const rows = list.data ?? [];
  const isSearchable = wanted !== "" || q !== "" || rows.length > worthSearching;
  return (
    <>
      {isSearchable ? (
        <div className="mb-3 max-w-sm">
          <TextField name="q" type="search" label={texts.find} value={q} onChange={setQ} isFilter />
        </div>
      ) : null}
      <ListTable
        list={list}
        columns={columnsFor(viewer)}
        rowKey={(row) => row.id}
        count={texts.count}
        none={<p className="text-soft">{texts.nobody}</p>}
        height={240}
      />
    </>
  );
};
