"use client";

import { shortAddress } from "@/app/_client/address";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useListWithTotals } from "@/app/_client/use-list";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { LoadMore } from "@/app/_ui/load-more";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { documents as texts } from "@/messages/texts/documents";
import { type Audit, AuditFrame } from "../_parts/audit-frame";
import { DocumentResult } from "./document-result";
import { nameDocument } from "./name-document";

type Document = Outputs["results"]["documents"]["items"][number];
type Totals = Pick<Outputs["results"]["documents"], "total" | "not_checked">;

/** The PDFs that the pages of an audit link to. */
export const DocumentsPage = ({ audit_id }: { audit_id: string }) => (
  <AuditFrame audit_id={audit_id} section="documents" words={{ title: texts.title, lead: texts.lead }}>
    {(audit) => <Body audit={audit} />}
  </AuditFrame>
);

const columnsOf = (audit_id: string): readonly Column<Document>[] => [
  {
    id: "document",
    label: texts.document,
    isRowHeader: true,
    cell: ({ id, url, title }) => (
      <>
        <TextLink href={`/accessibility/audits/${audit_id}/documents/${id}`} className="font-medium">
          {nameDocument({ title, url })}
        </TextLink>
        <p className="wrap-anywhere text-sm font-normal text-soft">{shortAddress(url)}</p>
      </>
    ),
  },
  { id: "result", label: texts.result, cell: (document) => <DocumentResult document={document} /> },
  {
    id: "length",
    label: texts.length,
    isNumber: true,
    isExtra: true,
    cell: ({ pages }) => (pages === null ? "" : formatNumber(pages)),
  },
  {
    id: "linking_pages",
    label: texts.linkingPages,
    isNumber: true,
    cell: ({ linking_pages }) => formatNumber(linking_pages),
  },
];

const Body = ({ audit }: { audit: Audit }) => {
  const { id: audit_id } = audit;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useListWithTotals<Document, Totals>({
    queryKey: [...trpc.results.documents.pathKey(), audit_id],
    read: (at) => client.results.documents.query({ audit_id, limit: 50, ...at }),
  });
  if (list.isError) return <FailedState error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton heights={[520]} />;
  const { items: rows, totals } = list.data;
  if (rows.length === 0) return <NoDocuments audit={audit} />;
  const { total = rows.length, not_checked = 0 } = totals ?? {};
  return (
    <>
      <NotChecked audit={audit} total={total} notChecked={not_checked} />
      <DataTable
        caption={texts.caption({ shown: rows.length, all: Math.max(total, rows.length), isAll: rows.length >= total })}
        columns={columnsOf(audit_id)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <LoadMore list={list} />
    </>
  );
};

const NoDocuments = ({ audit: { website_id, effective_options } }: { audit: Audit }) =>
  effective_options.max_documents === 0 ? (
    <EmptyState title={texts.offTitle}>
      <p>{texts.off({ settings: (words) => <SettingsLink website_id={website_id}>{words}</SettingsLink> })}</p>
    </EmptyState>
  ) : (
    <EmptyState title={texts.emptyTitle}>
      <p>{texts.empty}</p>
    </EmptyState>
  );

const SettingsLink = ({ website_id, children }: { website_id: string; children: React.ReactNode }) => (
  <TextLink href={`/accessibility/websites/${website_id}/settings`}>{children}</TextLink>
);

type NotCheckedProps = { audit: Audit; total: number; notChecked: number };

const NotChecked = ({ audit, total, notChecked: count }: NotCheckedProps) => {
  if (count === 0 || audit.status === "in_progress") return null;
  const max = audit.effective_options.max_documents;
  const settings = (words: React.ReactNode) => <SettingsLink website_id={audit.website_id}>{words}</SettingsLink>;
  return (
    <p className="prose mb-4">
      {total - count >= max ? texts.overMaximum({ count, max, settings }) : texts.endedEarly({ count })}
    </p>
  );
};
