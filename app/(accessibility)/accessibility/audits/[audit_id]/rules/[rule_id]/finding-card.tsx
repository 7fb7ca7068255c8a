"use client";

import Link from "next/link";
import { shortAddress } from "@/app/_client/address";
import type { Outputs } from "@/app/_client/trpc";
import { results } from "@/app/_texts/results";
import { CodeSnippet } from "@/app/_ui/code-snippet";
import type { GuiltyPart } from "@/server/features/rules";
import { markGuiltyPart } from "@/server/features/rules";

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
          <Link
            href={`/accessibility/audits/${audit_id}/pages/${finding.page_id}`}
            className="link inline-flex min-h-11 items-center wrap-anywhere"
          >
            {finding.page_title || shortAddress(finding.page_url)}
          </Link>
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
    <h4 className="mt-4 text-sm font-semibold">{texts.said}</h4>
    <p className="prose whitespace-pre-line break-words">{finding.message}</p>
    {finding.related.length > 0 ? (
      <>
        <h4 className="mt-4 text-sm font-semibold">{texts.related}</h4>
        <ul className="mt-1 flex flex-col gap-1">
          {finding.related.map(({ selector }) => (
            <li key={selector} className="wrap-anywhere font-mono text-sm">
              {selector}
            </li>
          ))}
        </ul>
      </>
    ) : null}
  </article>
);
