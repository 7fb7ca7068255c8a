"use client";

import { wholeScore } from "@/app/_client/score";
import type { Outputs } from "@/app/_client/trpc";
import { audits as auditTexts } from "@/app/_texts/audits";
import { websites } from "@/app/_texts/websites";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Moment } from "@/app/_ui/moment";
import { TextLink } from "@/app/_ui/text-link";

const { history: texts } = auditTexts;

type Audit = Outputs["audits"]["list"]["items"][number];

const stateOf = ({ status, queue_position }: Audit): string =>
  queue_position === null ? websites.states[status] : auditTexts.live.waitingAt(queue_position);

const columns: readonly Column<Audit>[] = [
  {
    id: "started",
    label: texts.started,
    isRowHeader: true,
    cell: ({ id, created_at }) => (
      <TextLink href={`/accessibility/audits/${id}`} className="font-medium">
        <Moment at={created_at} />
      </TextLink>
    ),
  },
  { id: "status", label: texts.status, cell: (audit) => stateOf(audit) },
  { id: "pages", label: texts.pages, isNumber: true, cell: ({ pages_done }) => pages_done.toLocaleString("en-GB") },
  { id: "score", label: texts.score, isNumber: true, cell: ({ scores }) => wholeScore(scores.accessibility) ?? "–" },
];

export const AuditHistory = ({ audits }: { audits: readonly Audit[] }) => (
  <section aria-labelledby="history" className="mt-12">
    <h2 id="history" className="text-xl">
      {texts.title}
    </h2>
    <DataTable caption={texts.caption(audits.length)} columns={columns} rows={audits} rowKey={({ id }) => id} />
  </section>
);
