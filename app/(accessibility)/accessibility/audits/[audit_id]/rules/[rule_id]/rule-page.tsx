"use client";

import type { ReactNode } from "react";
import { ImpactBadge } from "@/app/_ui/impact";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { ExternalLink } from "@/app/_ui/text-link";
import { formatShare } from "@/messages/runtime/formats";
import { results } from "@/messages/texts/results";
import { adviseOnRule, findListedCriterion, listedCriterionUrl, ruleAccuracy } from "@/server/domains/audits/rules";
import { AuditFrame } from "../../_parts/audit-frame";
import { type RankedRule, type Results, rankFailures, rankReviews } from "../../_parts/rank";
import { useResults } from "../../_parts/use-results";
import type { FindingFilters } from "./finding-filters";
import { Findings } from "./findings";
import type { Status } from "./status-filter";

const { rule: texts } = results;

type Props = {
  audit_id: string;
  rule_id: string;
  filters: FindingFilters;
  isReview: boolean;
  status?: Status;
};

/** One rule: who is affected if it fails and why, how to fix the failures, and every element that fails it. */
export const RulePage = (props: Props) => {
  const { who, why } = adviseOnRule(props.rule_id);
  return (
    <AuditFrame
      audit_id={props.audit_id}
      section="rules"
      words={{ title: who, lead: why }}
      crumbs={[{ href: `/accessibility/audits/${props.audit_id}/rules`, label: results.rules.title }]}
      skeleton={<Loading rule_id={props.rule_id} />}
    >
      {() => <Body {...props} />}
    </AuditFrame>
  );
};

const findRule = (data: Results, { rule_id, isReview }: Props): RankedRule | undefined =>
  (isReview ? rankReviews(data.rules) : rankFailures(data.rules)).find((rule) => rule.rule_id === rule_id);

const Body = (props: Props) => {
  const { data, error, refetch } = useResults(props.audit_id);
  if (error && !data) return <FailedState error={error} onRetry={() => refetch()} />;
  if (!data) return <Loading rule_id={props.rule_id} />;
  const rule = findRule(data, props);
  if (!rule) return <p className="text-soft">{results.rules.empty}</p>;
  return (
    <>
      <Fix rule_id={props.rule_id} />
      <p className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1">
        <ImpactBadge impact={rule.severity} />
        {results.where({ nodes: rule.nodes, pages: rule.pages })}
      </p>
      <Source rule={rule} standard={data.audit.effective_options.standard} />
      <Findings {...props} rule={rule} results={data} />
    </>
  );
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="text-lg">{title}</h2>
    <div className="prose mt-1">{children}</div>
  </div>
);

/** Is shown before any data is loaded, because it depends only on the rule. */
const Fix = ({ rule_id }: { rule_id: string }) => {
  const { fix, effort } = adviseOnRule(rule_id);
  return (
    <section className="card mb-6 p-5 sm:p-6" aria-label={texts.fix}>
      <Part title={texts.fix}>
        <p>{fix}</p>
        <p className="mt-2 text-soft">
          {results.rules.effort}: {results.rules.efforts[effort]}
        </p>
      </Part>
    </section>
  );
};

const Loading = ({ rule_id }: { rule_id: string }) => (
  <>
    <Fix rule_id={rule_id} />
    <Skeleton heights={[32, 120, 320]} />
  </>
);

const explainAccuracy = (rule_id: string): string => {
  const accuracy = ruleAccuracy(rule_id);
  if (!accuracy) return texts.accuracyUnknown;
  const { right, wrong, low, high } = accuracy;
  return texts.accuracyKnown({ right, all: right + wrong, low: formatShare(low), high: formatShare(high) });
};

const Source = ({ rule, standard }: { rule: RankedRule; standard: string }) => (
  <section className="card grid gap-6 p-5 sm:p-6 lg:grid-cols-2" aria-label={texts.rule}>
    <Part title={texts.criteria}>
      {rule.wcag.length === 0 ? <p>{texts.bestPractice}</p> : null}
      <ul>
        {rule.wcag.map((criterion) => (
          <li key={criterion}>
            <Criterion criterion={criterion} standard={standard} />
          </li>
        ))}
      </ul>
    </Part>
    <Part title={texts.rule}>
      <p>
        <ExternalLink href={rule.help_url}>{rule.help}</ExternalLink>
      </p>
      <p className="font-mono text-sm text-soft">{rule.rule_id}</p>
    </Part>
    <Part title={texts.accuracy}>
      <p>{explainAccuracy(rule.rule_id)}</p>
    </Part>
  </section>
);

const Criterion = ({ criterion, standard }: { criterion: string; standard: string }) => {
  const url = listedCriterionUrl(criterion, standard);
  const name = findListedCriterion(criterion, standard)?.name;
  const text = name ? `${criterion} ${name}` : criterion;
  return url ? <ExternalLink href={url}>{text}</ExternalLink> : text;
};
