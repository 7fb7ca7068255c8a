"use client";

import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { Moment } from "@/app/_ui/moment";
import { roles } from "@/messages/texts/roles";
import { service } from "@/messages/texts/service";
import { type Invite, InviteActions } from "./invite-actions";
import { mayHandle, type Viewer } from "./viewer";

const { team: texts } = service;

const columnsFor = (viewer: Viewer): readonly Column<Invite>[] => [
  {
    id: "email",
    label: texts.openColumns.email,
    isRowHeader: true,
    cell: ({ email, invited_by }) => (
      <>
        <span className="wrap-anywhere font-semibold">{email}</span>
        {invited_by ? <p className="text-sm font-normal text-soft">{texts.sentBy({ name: invited_by.name })}</p> : null}
      </>
    ),
  },
  { id: "role", label: texts.openColumns.role, cell: ({ role }) => roles[role].name },
  {
    id: "state",
    label: texts.openColumns.state,
    cell: ({ status }) => (status === "pending" ? texts.waits : texts.expired),
  },
  { id: "sent", label: texts.openColumns.sent, isExtra: true, cell: ({ sent_at }) => <Moment at={sent_at} /> },
  ...(viewer.mayInvite
    ? [
        {
          id: "action",
          label: texts.openColumns.action,
          cell: (invite: Invite) =>
            mayHandle(viewer, invite.role) ? <InviteActions viewer={viewer} invite={invite} /> : <span>–</span>,
        },
      ]
    : []),
];

export const InviteTable = ({ viewer }: { viewer: Viewer }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { id } = viewer.organisation;
  const list = useList({
    queryKey: trpc.members.invites.pathKey(),
    read: (at) => client.members.invites.query({ id, limit: 50, ...at }),
  });
  return (
    <ListTable
      list={list}
      columns={columnsFor(viewer)}
      rowKey={(row) => row.id}
      count={texts.openCount}
      none={<p className="text-soft">{texts.noneOpen}</p>}
      height={60}
    />
  );
};
