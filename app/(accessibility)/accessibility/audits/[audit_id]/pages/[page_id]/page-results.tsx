"use client";

import { useQuery } from "@tanstack/react-query";
import { shortAddress } from "@/app/_client/address";
import { scoreRange } from "@/app/_client/score";
import { withQuery } from "@/app/_client/search-params";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FailedPage } from "@/app/_ui/failed-page";
import { ImpactBadge } from "@/app/_ui/impact";
import { Moment } from "@/app/_ui/moment";
import { Skeleton } from "@/app/_ui/states";
import { ExternalLink, TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { results } from "@/messages/texts/results";
import { scope } from "@/messages/texts/scope";
import { adviseOnRule } from "@/server/domains/audits/rules";
import { AuditFrame } from "../../_parts/audit-frame";
import { TriageAll } from "../../_parts/triage-all";
import { PageStates } from "./page-states";

const { page: texts } = results;

type Page = Outputs["results"]["page"];
type PageRule = Page["rules"][number];
type Props = { audit_id: string; page_id: string };

/** One page: its failing rules, each linked to the elements on this page that fail it. */
export const PageResults = ({ audit_id, page_id }: Props) => {
  const trpc = useTRPC();
  const { data: page, error, refetch } = useQuery(trpc.results.page.queryOptions({ audit_id, page_id }));
  if (error && !page) return <FailedPage error={error} onRetry={() => refetch()} />;
  if (!page) return <Skeleton heights={[44, 64, 48, 320]} />;
  return (
    <AuditFrame
      audit_id={audit_id}
      section="pages"
      words={{
        title: page.title || shortAddress(page.final_url),
        lead: <PageLead page={page} />,
      }}
      crumbs={[{ href: `/accessibility/audits/${audit_id}/pages`, label: results.pages.title }]}
    >
      {() => <Body audit_id={audit_id} page={page} />}
    </AuditFrame>
  );
};

/**
 * Links to the page. If a journey led to the page, names the journey instead of adding a link, because opening the URL
 * may show a different page.
 */
const PageLead = ({ page: { journey, final_url } }: { page: Page }) => {
  if (!journey) return <ExternalLink href={final_url}>{shortAddress(final_url)}</ExternalLink>;
  const { name, url } = journey;
  return url === null ? texts.journeyFailed({ name }) : texts.journey({ name, url: shortAddress(url) });
};

const FailedPicture = ({ screenshot }: Pick<Page, "screenshot">) =>
  screenshot ? (
    <figure className="mt-4">
      {/* biome-ignore lint/performance/noImgElement: the API serves the screenshot in its final size */}
      <img
        src={screenshot.url}
        width={screenshot.width}
        height={screenshot.height}
        alt={texts.endPicture}
        className="h-auto max-w-full rounded-md border border-line"
      />
    </figure>
  ) : null;

/** Says where phones are redirected, or why the page wasn't tested on a phone. */
const OnPhone = ({ page: { phone, final_url } }: { page: Page }) => {
  if (!phone || (phone.error === null && phone.final_url === final_url)) return null;
  const text = phone.error
    ? texts.notOnPhone({ reason: phone.error.message })
    : texts.elsewhereOnPhone({ url: phone.final_url });
  return <p className="prose mb-6 wrap-anywhere text-soft">{text}</p>;
};

const Body = ({ audit_id, page }: { audit_id: string; page: Page }) => {
  if (page.error_code)
    return (
      <section className="card p-6">
        <h2 className="text-xl">{texts.failed}</h2>
        <p className="prose mt-2 text-soft">{page.error_message}</p>
        {page.journey ? <FailedPicture screenshot={page.screenshot} /> : null}
      </section>
    );
  const date = () => <Moment at={page.started_at} />;
  const { depth } = page;
  return (
    <>
      <p className="mb-6 text-soft">
        {page.scores.accessibility === null
          ? texts.noScore({ date })
          : texts.score({ score: scoreRange(page.scores), date })}
      </p>
      {depth === null || depth === "full" ? null : <p className="prose mb-6 text-soft">{texts.depth[depth]}</p>}
      {page.sample ? <p className="prose mb-6 text-soft">{scope.roles[page.sample]}</p> : null}
      {page.excluded.elements > 0 ? <p className="prose mb-6 text-soft">{scope.excludedHere(page.excluded)}</p> : null}
      <OnPhone page={page} />
      {page.rules.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <>
          <DataTable
            caption={texts.findings}
            columns={columnsOf(audit_id, page.id)}
            rows={page.rules}
            rowKey={({ rule_id, outcome }) => `${rule_id} ${outcome}`}
          />
          <div className="mt-6">
            <TriageAll audit_id={audit_id} about="page" scope={{ page_url: page.final_url }} />
          </div>
        </>
      )}
      {page.states ? <PageStates states={page.states} /> : null}
    </>
  );
};

const severityOf = ({ outcome, impact }: PageRule) =>
  outcome === "needs_review" ? "needs_review" : (impact ?? "minor");

const columnsOf = (audit_id: string, page_id: string): readonly Column<PageRule>[] => [
  {
    id: "problem",
    label: results.rules.rule,
    isRowHeader: true,
    cell: ({ rule_id, help, outcome }) => (
      <>
        <TextLink
          href={withQuery(`/accessibility/audits/${audit_id}/rules/${encodeURIComponent(rule_id)}`, {
            page: page_id,
            show: outcome === "needs_review" ? outcome : undefined,
          })}
          className="font-medium"
        >
          {adviseOnRule(rule_id, { help }).who}
        </TextLink>
        <p className="text-sm font-normal text-soft">{help}</p>
      </>
    ),
  },
  { id: "impact", label: results.rules.impact, cell: (rule) => <ImpactBadge impact={severityOf(rule)} /> },
  { id: "nodes", label: results.rules.nodes, isNumber: true, cell: ({ nodes }) => formatNumber(nodes) },
];
