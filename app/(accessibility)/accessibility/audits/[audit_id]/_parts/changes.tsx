"use client";

import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { findings } from "@/app/_texts/findings";
import { Moment } from "@/app/_ui/moment";
import { TextLink } from "@/app/_ui/text-link";

const { changes: texts } = findings;
const kinds = ["new", "fixed", "regressed", "unchanged"] as const;

type Counts = NonNullable<Outputs["results"]["diff"]["counts"]>;

/** What changed since the audit before; nothing for a website's first. */
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
        {texts.since}{" "}
        <TextLink href={`/accessibility/audits/${data.base.id}`}>
          <Moment at={data.base.created_at} />
        </TextLink>
      </p>
      <Numbers counts={data.counts} />
    </section>
  );
};

const Numbers = ({ counts }: { counts: Counts }) => (
  <>
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {kinds.map((kind) => (
        <div key={kind} className="card flex flex-col gap-1 p-4">
          <dt className="text-soft">{texts.kinds[kind]}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{counts[kind].toLocaleString("en-GB")}</dd>
        </div>
      ))}
    </dl>
    {counts.not_compared > 0 ? <p className="prose mt-2 text-soft">{texts.notCompared(counts.not_compared)}</p> : null}
  </>
);
