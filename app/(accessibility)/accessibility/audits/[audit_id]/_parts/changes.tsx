"use client";

import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Link } from "@/app/_ui/link";
import { Moment } from "@/app/_ui/moment";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { findings } from "@/messages/texts/findings";
import { changeKinds, changesHref } from "../changes/change-kinds";

const { changes: texts } = findings;

type Counts = NonNullable<Outputs["results"]["diff"]["counts"]>;

type Base = { id: string; created_at: string };

/** Names the earlier audit in a comparison and links to it. */
export const ComparedWith = ({ audit: { id, created_at } }: { audit: Base }) =>
  texts.since({
    audit: () => (
      <TextLink href={`/accessibility/audits/${id}`}>
        <Moment at={created_at} />
      </TextLink>
    ),
  });

/** The changes since the previous audit; renders nothing for a website's first audit. */
export const Changes = ({ audit_id }: { audit_id: string }) => {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.results.diff.queryOptions({ audit_id, limit: 1 }, { staleTime: 60_000 }));
  if (!data?.base || !data.counts) return null;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="mb-1 text-xl">
        {texts.title}
      </h2>
      <p className="mb-3 text-soft">
        <ComparedWith audit={data.base} />
      </p>
      <Numbers audit_id={audit_id} counts={data.counts} />
    </section>
  );
};

const Numbers = ({ audit_id, counts }: { audit_id: string; counts: Counts }) => (
  <>
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {changeKinds.map((kind) => (
        <li key={kind}>
          <Link
            href={changesHref(audit_id, { kind })}
            className="card flex flex-col items-start gap-1 p-4 hover:bg-raised"
          >
            <span className="text-soft">{texts.kinds[kind]}</span>
            <span className="text-2xl font-semibold tabular-nums">{formatNumber(counts[kind])}</span>
          </Link>
        </li>
      ))}
    </ul>
    {counts.not_compared > 0 ? (
      <p className="prose mt-2 text-soft">{texts.notCompared({ count: counts.not_compared })}</p>
    ) : null}
  </>
);
