"use client";

import { shortAddress } from "@/app/_client/address";
import { Checkbox } from "@/app/_ui/choices";
import { CodeSnippet } from "@/app/_ui/code-snippet";
import { Disclosure } from "@/app/_ui/disclosure";
import { ImpactBadge } from "@/app/_ui/impact";
import { TextLink } from "@/app/_ui/text-link";
import { formatList } from "@/messages/runtime/formats";
import { findings } from "@/messages/texts/findings";
import { results } from "@/messages/texts/results";
import { views as viewNames } from "@/messages/texts/views";
import {
  adviseOnRule,
  describeReach,
  type FailingPart,
  markFailingPart,
  nameEngine,
} from "@/server/domains/audits/rules";
import { SuggestFix } from "../rules/[rule_id]/suggest-fix";
import { FindingPicture } from "./finding-picture";
import { FindingPlace } from "./finding-place";
import { FindingStrip } from "./finding-strip";
import { ruleHref } from "./rank";
import { TriageMenu } from "./triage-menu";
import type { Finding } from "./use-triage";

const { finding: texts } = results;

type Props = {
  audit_id: string;
  finding: Finding;
  position: number;
  failingPart: FailingPart;
  isMixed: boolean;
  isGone: boolean;
  selection: { isSelected: boolean; onChange: (isSelected: boolean) => void } | null;
};

/** One element: its page, its location, its code with the failing part marked, and the rule's message. */
export const FindingCard = ({ audit_id, finding, position, failingPart, isMixed, isGone, selection }: Props) => (
  <article className="card p-5 sm:p-6" aria-labelledby={`finding-${finding.id}`}>
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <h3 id={`finding-${finding.id}`} tabIndex={-1} data-finding className="rounded-md text-lg">
        {texts.number({ position })}
      </h3>
      {selection ? <Checkbox {...selection}>{findings.triage.select({ position })}</Checkbox> : null}
    </div>
    {isMixed ? <Rule audit_id={audit_id} finding={finding} /> : null}
    <dl className="mb-4 mt-2 grid gap-x-8 gap-y-2 md:grid-cols-2">
      <div>
        <dt className="text-sm text-soft">{texts.page}</dt>
        <dd>
          <TextLink href={`/accessibility/audits/${audit_id}/pages/${finding.page_id}`}>
            {finding.page_title || shortAddress(finding.page_url)}
          </TextLink>
        </dd>
      </div>
      <div>
        <dt className="text-sm text-soft">{texts.element}</dt>
        <dd className="wrap-anywhere py-2.5 font-mono text-sm">{finding.selector}</dd>
      </div>
      <div>
        <dt className="text-sm text-soft">{texts.seenBy}</dt>
        <dd>{formatList(finding.engines.map(nameEngine))}</dd>
      </div>
      {finding.views.some((view) => view !== "usual") ? (
        <div>
          <dt className="text-sm text-soft">{texts.views}</dt>
          <dd>{formatList(finding.views.map((view) => viewNames[view]))}</dd>
        </div>
      ) : null}
      {finding.reach ? (
        <div>
          <dt className="text-sm text-soft">{texts.reach}</dt>
          <dd className="wrap-anywhere">{describeReach(finding.reach)}</dd>
        </div>
      ) : null}
    </dl>
    {finding.strip ? <FindingStrip strip={finding.strip} accessibility={finding.accessibility} /> : null}
    {finding.strip === null && finding.views.every((view) => view === "phone") ? (
      <p className="mb-4 text-soft">{texts.noPhonePicture}</p>
    ) : null}
    <FindingPicture screenshot={finding.screenshot} accessibility={finding.accessibility} />
    {finding.accessibility ? <FindingPlace place={finding.accessibility} /> : null}
    <CodeSnippet
      label={texts.code({ position })}
      title={texts.codeTitle}
      code={finding.html}
      parts={markFailingPart(finding.html, failingPart)}
    />
    {!isGone ? <TriageMenu finding={finding} position={position} /> : null}
    {isGone ? null : <SuggestFix finding={finding} position={position} />}
    <Disclosure title={texts.said} level={4}>
      <p className="wrap-anywhere whitespace-pre-line">{finding.message}</p>
      {finding.related.length > 0 ? (
        <>
          <p className="mt-3">{texts.related}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {finding.related.map(({ selector }) => (
              <li key={selector} className="wrap-anywhere font-mono text-sm">
                {selector}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Disclosure>
  </article>
);

const Rule = ({ audit_id, finding }: Pick<Props, "audit_id" | "finding">) => {
  const { rule_id, outcome, impact, help } = finding;
  const severity = outcome === "violation" ? (impact ?? "minor") : "needs_review";
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3">
      <ImpactBadge impact={severity} />
      <TextLink href={ruleHref(audit_id, { rule_id, severity })}>{adviseOnRule(rule_id).who}</TextLink>
      <span className="text-soft">{help}</span>
    </p>
  );
};
