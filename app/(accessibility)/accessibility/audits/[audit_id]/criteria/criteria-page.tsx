"use client";

import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert, UserRoundCheck, UserRoundSearch } from "lucide-react";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { findings } from "@/messages/texts/findings";
import { results } from "@/messages/texts/results";
import { criterionUrl, testByHand } from "@/server/domains/audits/rules";
import { AuditFrame } from "../_parts/audit-frame";
import type { Results } from "../_parts/rank";
import { useResults } from "../_parts/use-results";

const { criteria: texts } = results;
const { byHand: handTexts } = findings;

type Criterion = Results["criteria"][number];

const looks: Record<Criterion["outcome"], { icon: LucideIcon; colour: string }> = {
  failed: { icon: TriangleAlert, colour: "text-critical" },
  passed: { icon: CircleCheck, colour: "text-passed" },
  no_failures: { icon: UserRoundCheck, colour: "text-ink" },
  needs_review: { icon: CircleHelp, colour: "text-review" },
  not_tested: { icon: UserRoundSearch, colour: "text-soft" },
};

const Outcome = ({ outcome }: Pick<Criterion, "outcome">) => {
  const { icon: Icon, colour } = looks[outcome];
  return (
    <span className={`inline-flex items-center gap-2 ${colour}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {texts.outcomes[outcome]}
    </span>
  );
};

const Name = ({ criterion, name }: Criterion) => {
  const url = criterionUrl(criterion);
  const text = `${criterion} ${name}`;
  if (!url) return text;
  return (
    <a href={url} className="link inline-flex min-h-11 items-center font-medium" rel="noreferrer">
      {text}
    </a>
  );
};

const Tested = ({ rules }: Criterion) =>
  rules.length === 0 ? (
    <span className="text-soft">{handTexts.nothing}</span>
  ) : (
    <span className="font-mono text-sm wrap-anywhere">{rules.join(", ")}</span>
  );

const columns = (): readonly Column<Criterion>[] => [
  { id: "criterion", label: texts.criterion, isRowHeader: true, cell: Name },
  { id: "level", label: texts.level, cell: ({ level }) => level },
  { id: "outcome", label: texts.outcome, cell: Outcome },
  { id: "tested", label: handTexts.tested, isExtra: true, cell: Tested },
  { id: "person", label: handTexts.person, cell: ({ criterion }) => testByHand(criterion) },
];

export const CriteriaPage = ({ audit_id }: { audit_id: string }) => {
  const { data } = useResults(audit_id);
  const most = data?.criteria.some(({ level }) => level === "AAA") ? "AAA" : "AA";
  return (
    <AuditFrame
      audit_id={audit_id}
      section="criteria"
      words={{ title: results.sections.criteria, lead: texts.lead({ most }) }}
    >
      {() => <CriteriaTable audit_id={audit_id} />}
    </AuditFrame>
  );
};

const CriteriaTable = ({ audit_id }: { audit_id: string }) => {
  const { data, error, refetch } = useResults(audit_id);
  if (error && !data) return <FailedState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton heights={[900]} />;
  return (
    <DataTable
      caption={texts.caption({ count: data.criteria.length })}
      columns={columns()}
      rows={data.criteria}
      rowKey={({ criterion }) => criterion}
    />
  );
};
