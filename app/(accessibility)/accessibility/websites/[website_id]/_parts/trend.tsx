"use client";

import { useQuery } from "@tanstack/react-query";
import { scoreRange, wholeScore } from "@/app/_client/score";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Disclosure } from "@/app/_ui/disclosure";
import { Moment } from "@/app/_ui/moment";
import { TextLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { audits } from "@/messages/texts/audits";
import { findings } from "@/messages/texts/findings";
import { score as scoreTexts } from "@/messages/texts/score";
import { TrendChart } from "./trend-chart";

const { trend: texts } = findings;

type Point = Outputs["results"]["trend"]["points"][number];

/** The score of each audit as a line chart and as a table; renders nothing if fewer than two audits have a score. */
export const Trend = ({ website_id }: { website_id: string }) => {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.results.trend.queryOptions({ id: website_id }, { staleTime: 60_000 }));
  const scored = (data?.points ?? []).flatMap(
    ({ scores: { accessibility: value, accessibility_version: version }, pages_missing }) =>
      value === null ? [] : [{ value, version, isPartial: pages_missing > 0 }],
  );
  const [first] = scored;
  const last = scored.at(-1);
  const isMixed = new Set(scored.map(({ version }) => version)).size > 1;
  const partial = scored.filter(({ isPartial }) => isPartial).length;
  if (!data || first === undefined || last === undefined || scored.length < 2) return null;
  return (
    <section aria-labelledby="trend" className="mt-12">
      <h2 id="trend" className="mb-3 text-xl">
        {texts.title}
      </h2>
      <div className="card p-5 sm:p-6">
        <TrendChart
          points={scored}
          label={[
            texts.chart({
              first: wholeScore(first.value) ?? 0,
              last: wholeScore(last.value) ?? 0,
              audits: scored.length,
            }),
            ...(partial > 0 ? [texts.partial({ audits: partial })] : []),
            ...(isMixed ? [texts.versions] : []),
          ].join(" ")}
        />
        <Disclosure title={texts.table} level={3}>
          <DataTable
            caption={texts.caption}
            columns={columns(isMixed)}
            rows={data.points}
            rowKey={({ audit_id }) => audit_id}
          />
        </Disclosure>
      </div>
    </section>
  );
};

const pagesOf = ({ pages_done, pages_missing }: Point): string => {
  const done = formatNumber(pages_done);
  return pages_missing > 0 ? audits.partial.pages({ done, missing: pages_missing }) : done;
};

const countOf = (value: number | undefined): string => (value === undefined ? "–" : formatNumber(value));

const scoreOf = (scores: Point["scores"], isMixed: boolean): string => {
  const { accessibility_version: version } = scores;
  const score = scoreRange(scores);
  return isMixed && version !== null ? scoreTexts.version({ score, version }) : score;
};

const columns = (isMixed: boolean): readonly Column<Point>[] => [
  {
    id: "audit",
    label: texts.audit,
    isRowHeader: true,
    cell: ({ audit_id, created_at }) => (
      <TextLink href={`/accessibility/audits/${audit_id}`}>
        <Moment at={created_at} />
      </TextLink>
    ),
  },
  { id: "score", label: texts.score, isNumber: true, cell: ({ scores }) => scoreOf(scores, isMixed) },
  { id: "pages", label: texts.pages, isNumber: true, cell: (point) => pagesOf(point) },
  { id: "new", label: texts.new, isNumber: true, cell: ({ changes }) => countOf(changes?.new) },
  { id: "fixed", label: texts.fixed, isNumber: true, cell: ({ changes }) => countOf(changes?.fixed) },
];
