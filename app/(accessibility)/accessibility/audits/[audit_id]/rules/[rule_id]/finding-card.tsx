"use client";

import { shortAddress } from "@/app/_client/address";
import type { Outputs } from "@/app/_client/trpc";
import { results } from "@/app/_texts/results";
import { CodeSnippet } from "@/app/_ui/code-snippet";
import { Disclosure } from "@/app/_ui/disclosure";
import { TextLink } from "@/app/_ui/text-link";
import type { GuiltyPart } from "@/server/features/rules";
import { markGuiltyPart } from "@/server/features/rules";
import { TriageMenu } from "../../_parts/triage-menu";
import { SuggestFix } from "./suggest-fix";

const { finding: texts } = results;

type Finding = Outputs["results"]["issues"]["items"][number];
type Props = { audit_id: string; finding: Finding; position: number; guilty: GuiltyPart };

/** One element: the page, where on it, its code with the guilty part marked, and what the check said. */
export const FindingCard = ({ audit_id, finding, position, guilty }: Props) => (
  <article className="card p-5 sm:p-6" aria-labelledby={`finding-${finding.id}`}>
    <h3 id={`finding-${finding.id}`} tabIndex={-1} data-finding className="rounded-md text-lg">
      {texts.number(position)}
    </h3>
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
    </dl>
    <CodeSnippet
      label={texts.code(position)}
      title={texts.codeTitle}
      code={finding.html}
      parts={markGuiltyPart(finding.html, guilty)}
    />
    {finding.outcome === "violation" ? <TriageMenu finding={finding} position={position} /> : null}
    <SuggestFix finding={finding} position={position} />
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
