"use client";

import { wholeScore } from "@/app/_client/score";
import { ImpactBadge, type Severity } from "@/app/_ui/impact";
import { Link } from "@/app/_ui/link";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { audits } from "@/messages/texts/audits";
import { results } from "@/messages/texts/results";
import { impacts } from "@/server/core/impact";
import { Changes } from "./changes";
import { type RankedRule, type Results, rankFailures, ruleHref } from "./rank";
import { ReportActions } from "./report-actions";
import { Scope } from "./scope";
import { Score, ScoreFrame } from "./score";
import { UnscannedPages } from "./unscanned-pages";
import { useResults } from "./use-results";

const { overview: texts } = results;
const worstShown = 3;

/** If the notice about the partial audit already mentions the pages that journeys didn't reach, leaves them out. */
const withoutExplained = ({ audit: { partial }, not_scanned }: Results): Results["not_scanned"] =>
  partial?.reason === "journey" ? not_scanned.filter(({ code }) => code !== "journey_failed") : not_scanned;

/**
 * The score and what it means, the changes, the three rules to fix first, the counts by impact, and the other scores.
 */
export const Overview = ({ audit_id }: { audit_id: string }) => {
  const { data, error, refetch } = useResults(audit_id);
  if (error && !data) return <FailedState error={error} onRetry={() => refetch()} />;
  if (!data) return <OverviewSkeleton />;
  const rules = rankFailures(data.rules);
  return (
    <div className="flex flex-col gap-10">
      {data.pages_signed_out > 0 ? (
        <p className="card prose p-6">{audits.signedOut({ pages: data.pages_signed_out })}</p>
      ) : null}
      <Score results={data} actions={<ReportActions audit_id={audit_id} />} />
      <Scope scope={data.scope} />
      <UnscannedPages audit_id={audit_id} counts={withoutExplained(data)} />
      <Changes audit_id={audit_id} />
      <Worst audit_id={audit_id} rules={rules} />
      <Counts audit_id={audit_id} counts={data.counts} />
      <OtherScores audit_id={audit_id} scores={data.scores} />
    </div>
  );
};

/** Shown until the results have loaded; includes the parts that don't depend on them. */
export const OverviewSkeleton = () => (
  <div className="flex flex-col gap-10">
    <ScoreFrame />
    <Skeleton heights={[320, 120]} />
  </div>
);

const Worst = ({ audit_id, rules }: { audit_id: string; rules: readonly RankedRule[] }) => {
  if (rules.length === 0)
    return (
      <section aria-labelledby="worst" className="card p-6">
        <h2 id="worst" className="text-xl">
          {texts.noneTitle}
        </h2>
        <p className="prose mt-2 text-soft">{texts.none}</p>
      </section>
    );
  return (
    <section aria-labelledby="worst">
      <h2 id="worst" className="mb-3 text-xl">
        {texts.worstTitle}
      </h2>
      <ol className="card divide-y divide-line">
        {rules.slice(0, worstShown).map((rule) => (
          <li key={rule.rule_id} className="p-4 sm:px-6">
            <TextLink href={ruleHref(audit_id, rule)} className="text-lg font-semibold">
              {rule.advice.who}
            </TextLink>
            <p className="text-soft">{rule.help}</p>
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
              <ImpactBadge impact={rule.severity} />
              {results.where({ nodes: rule.nodes, pages: rule.pages })}
            </p>
          </li>
        ))}
      </ol>
      {rules.length > worstShown ? (
        <TextLink href={`/accessibility/audits/${audit_id}/rules`} className="mt-2 font-medium">
          {texts.worstMore}
        </TextLink>
      ) : null}
    </section>
  );
};

const Counts = ({ audit_id, counts }: { audit_id: string; counts: Results["counts"] }) => {
  const kinds: readonly Severity[] = [...impacts, "needs_review"];
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="mb-3 text-xl">
        {texts.countsTitle}
      </h2>
      <ul className="grid gap-3 min-[22.5rem]:grid-cols-2 sm:grid-cols-3 xl:grid-cols-5">
        {kinds.map((kind) => (
          <li key={kind}>
            <Link
              href={`/accessibility/audits/${audit_id}/rules?impact=${kind}`}
              className="card flex flex-col items-start gap-2 p-3 hover:bg-raised sm:p-4"
            >
              <ImpactBadge impact={kind} />
              <span className="text-2xl font-semibold tabular-nums">{formatNumber(counts[kind])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

const OtherScores = ({ audit_id, scores }: { audit_id: string; scores: Results["scores"] }) => (
  <section aria-labelledby="other">
    <h2 id="other" className="mb-3 text-xl">
      {texts.otherTitle}
    </h2>
    <dl className="card flex flex-wrap gap-x-12 gap-y-4 p-5 sm:px-6">
      {(["performance", "seo", "quality"] as const).map((kind) => (
        <div key={kind}>
          <dt className="text-soft">{texts.other[kind]}</dt>
          <dd className="text-xl font-semibold tabular-nums">{wholeScore(scores[kind]) ?? texts.notMeasured}</dd>
        </div>
      ))}
    </dl>
    <TextLink href={`/accessibility/audits/${audit_id}/other-scores`} className="mt-2 font-medium">
      {results.otherScores.title}
    </TextLink>
  </section>
);
