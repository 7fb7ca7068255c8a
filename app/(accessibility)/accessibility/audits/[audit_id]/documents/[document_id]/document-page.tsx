"use client";

import { useQuery } from "@tanstack/react-query";
import { shortAddress } from "@/app/_client/address";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FailedPage } from "@/app/_ui/failed-page";
import { ImpactBadge } from "@/app/_ui/impact";
import { Skeleton } from "@/app/_ui/states";
import { ExternalLink, TextLink } from "@/app/_ui/text-link";
import { formatList, formatNumber } from "@/messages/runtime/formats";
import { documents as texts } from "@/messages/texts/documents";
import { reviewableImpacts } from "@/server/core/impact";
import { AuditFrame } from "../../_parts/audit-frame";
import { nameDocument } from "../name-document";

type Document = Outputs["results"]["document"];
type Finding = Document["findings"][number];
type Props = { audit_id: string; document_id: string };

/** One document: its findings, or why there are none, and the pages that link to it. */
export const DocumentPage = ({ audit_id, document_id }: Props) => {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.results.document.queryOptions({ audit_id, document_id }));
  if (error && !data) return <FailedPage error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton heights={[44, 64, 48, 320]} />;
  return (
    <AuditFrame
      audit_id={audit_id}
      section="documents"
      words={{
        title: nameDocument(data),
        lead: <ExternalLink href={data.url}>{shortAddress(data.url)}</ExternalLink>,
      }}
      crumbs={[{ href: `/accessibility/audits/${audit_id}/documents`, label: texts.title }]}
    >
      {() => (
        <>
          <Facts document={data} />
          <Problem document={data} />
          <Findings document={data} />
          <LinkingPages audit_id={audit_id} document={data} />
        </>
      )}
    </AuditFrame>
  );
};

const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? texts.kilobytes({ size: formatNumber(Math.ceil(bytes / 1_000)) })
    : texts.megabytes({ size: formatNumber(bytes / 1_000_000, { maximumSignificantDigits: 2 }) });

const Facts = ({ document: { pages, bytes } }: { document: Document }) => {
  const facts = [
    ...(pages ? [texts.pagesOfDocument({ count: pages })] : []),
    ...(bytes === null ? [] : [formatSize(bytes)]),
  ];
  return facts.length > 0 ? <p className="mb-6 text-soft">{formatList(facts, { type: "unit" })}</p> : null;
};

const adviceOn = ({ problem, http_status }: Document): string | null => {
  if (problem === "http_error") return texts.advice.http_error({ status: http_status ?? 0 });
  return problem && texts.advice[problem];
};

const Problem = ({ document }: { document: Document }) => {
  const { problem, checked_at } = document;
  if (checked_at === null) return <p className="prose mb-6">{texts.waiting}</p>;
  if (problem === null) return null;
  return (
    <section className="card mb-6 p-6">
      <h2 className="text-xl">{texts.problems[problem]}</h2>
      <p className="prose mt-2 text-soft">{adviceOn(document)}</p>
    </section>
  );
};

const severityOf = ({ outcome, impact }: Finding) => (outcome === "needs_review" ? outcome : impact);
const rankOf = (finding: Finding): number => reviewableImpacts.indexOf(severityOf(finding));

const columns = (): readonly Column<Finding>[] => [
  {
    id: "finding",
    label: texts.finding,
    isRowHeader: true,
    cell: ({ message, rule_id }) => (
      <>
        {message}
        <p className="font-mono text-sm font-normal wrap-anywhere text-soft">{rule_id}</p>
      </>
    ),
  },
  { id: "impact", label: texts.impact, cell: (finding) => <ImpactBadge impact={severityOf(finding)} /> },
  { id: "clause", label: texts.clause, cell: ({ clause }) => clause },
  { id: "criteria", label: texts.criteria, isExtra: true, cell: ({ criteria }) => criteria.join(", ") },
  { id: "count", label: texts.count, isNumber: true, cell: ({ count }) => formatNumber(count) },
  {
    id: "page",
    label: texts.firstPage,
    isNumber: true,
    cell: ({ page }) => (page === null ? "" : formatNumber(page)),
  },
];

const Findings = ({ document: { findings, problem, checked_at } }: { document: Document }) => {
  if (findings.length === 0)
    return problem === null && checked_at !== null ? <p className="prose">{texts.none}</p> : null;
  return (
    <DataTable
      caption={texts.findingsCaption({ count: findings.length })}
      columns={columns()}
      rows={findings.toSorted((one, other) => rankOf(one) - rankOf(other) || other.count - one.count)}
      rowKey={({ clause }) => clause}
    />
  );
};

const LinkingPages = ({
  audit_id,
  document: { linked_from, linking_pages },
}: {
  audit_id: string;
  document: Document;
}) => {
  const more = linking_pages - linked_from.length;
  return (
    <section className="mt-8">
      <h2 className="text-xl">{texts.linkedFrom}</h2>
      {linked_from.length === 0 ? (
        <p className="prose mt-2 text-soft">{texts.noLinks}</p>
      ) : (
        <ul className="mt-2">
          {linked_from.map(({ url, title, page_id }) => (
            <li key={url}>
              {page_id ? (
                <TextLink href={`/accessibility/audits/${audit_id}/pages/${page_id}`}>
                  {title || shortAddress(url)}
                </TextLink>
              ) : (
                <ExternalLink href={url}>{shortAddress(url)}</ExternalLink>
              )}
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p className="mt-2 text-soft">{texts.moreLinks({ count: more })}</p> : null}
    </section>
  );
};
