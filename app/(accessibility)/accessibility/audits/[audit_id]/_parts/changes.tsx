"use client";

import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { findings } from "@/app/_texts/findings";
import { Link } from "@/app/_ui/link";
import { Moment } from "@/app/_ui/moment";
import { TextLink } from "@/app/_ui/text-link";
import { changeKinds, changesHref } from "../changes/change-kinds";

const { changes: texts } = findings;

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
            <span className="text-2xl font-semibold tabular-nums">{counts[kind].toLocaleString("en-GB")}</span>
          </Link>
        </li>
      ))}
    </ul>
    {counts.not_compared > 0 ? <p className="prose mt-2 text-soft">{texts.notCompared(counts.not_compared)}</p> : null}
  </>
);
