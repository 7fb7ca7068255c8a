"use client";

import { type Column, DataTable } from "@/app/_ui/data-table";
import { FilterLinks } from "@/app/_ui/filter-links";
import { ImpactBadge, type Severity } from "@/app/_ui/impact";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { impacts as impactNames } from "@/messages/texts/impacts";
import { results } from "@/messages/texts/results";
import { impacts } from "@/server/core/impact";
import { describeAccuracy } from "@/server/domains/audits/rules";
import { AuditFrame } from "../_parts/audit-frame";
import { type RankedRule, rankFailures, rankReviews, ruleHref } from "../_parts/rank";
import { useResults } from "../_parts/use-results";

const { rules: texts } = results;
const efforts = ["small", "medium", "large"];
const kinds: readonly Severity[] = [...impacts, "needs_review"];

type Props = { audit_id: string; impact: string | undefined };

/** The fix plan: every failing rule in order of impact and number of pages. */
export const RulesPage = ({ audit_id, impact }: Props) => {
  const shown = kinds.find((kind) => kind === impact);
  return (
    <AuditFrame
      audit_id={audit_id}
      section="rules"
      words={{ title: texts.title, lead: shown === "needs_review" ? texts.reviewLead : texts.lead }}
    >
      {() => <RuleTable audit_id={audit_id} shown={shown} />}
    </AuditFrame>
  );
};

const RuleTable = ({ audit_id, shown }: { audit_id: string; shown: Severity | undefined }) => {
  const { data, error, refetch } = useResults(audit_id);
  if (error && !data) return <FailedState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton heights={[44, 480]} />;
  const all = shown === "needs_review" ? rankReviews(data.rules) : rankFailures(data.rules);
  const rows = all.filter(({ severity }) => shown === undefined || severity === shown);
  const base = `/accessibility/audits/${audit_id}/rules`;
  return (
    <>
      <FilterLinks
        label={texts.filter}
        current={shown ?? "all"}
        options={[
          { id: "all", label: texts.all, href: base },
          ...kinds.map((kind) => ({ id: kind, label: impactNames[kind], href: `${base}?impact=${kind}` })),
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title={texts.empty}>{null}</EmptyState>
      ) : (
        <DataTable
          caption={texts.caption({ shown: rows.length, all: all.length, isAll: rows.length === all.length })}
          columns={columnsOf(audit_id)}
          rows={rows}
          rowKey={({ rule_id }) => rule_id}
        />
      )}
    </>
  );
};

const columnsOf = (audit_id: string): readonly Column<RankedRule>[] => [
  {
    id: "rule",
    label: texts.rule,
    isRowHeader: true,
    cell: (rule) => (
      <>
        <TextLink href={ruleHref(audit_id, rule)} className="font-medium">
          {rule.advice.who}
        </TextLink>
        <p className="text-sm font-normal text-soft">{rule.help}</p>
      </>
    ),
  },
  {
    id: "impact",
    label: texts.impact,
    sortBy: ({ severity }) => -kinds.indexOf(severity),
    cell: ({ severity }) => <ImpactBadge impact={severity} />,
  },
  {
    id: "nodes",
    label: texts.nodes,
    isNumber: true,
    sortBy: ({ nodes }) => nodes,
    cell: ({ nodes }) => formatNumber(nodes),
  },
  {
    id: "pages",
    label: texts.pages,
    isNumber: true,
    sortBy: ({ pages }) => pages,
    cell: ({ pages }) => formatNumber(pages),
  },
  { id: "share", isExtra: true, label: texts.share, isNumber: true, cell: ({ share }) => inPercent(share) },
  {
    id: "effort",
    isExtra: true,
    label: texts.effort,
    sortBy: ({ advice }) => efforts.indexOf(advice.effort),
    cell: ({ advice }) => texts.efforts[advice.effort],
  },
  { id: "accuracy", isExtra: true, label: texts.accuracy, cell: ({ rule_id }) => describeAccuracy(rule_id) },
];

const inPercent = (share: number): string => (share < 0.01 ? "<1%" : `${Math.round(share * 100)}%`);
