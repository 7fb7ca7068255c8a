"use client";

import { shortAddress } from "@/app/_client/address";
import type { Outputs } from "@/app/_client/trpc";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { TextLink } from "@/app/_ui/text-link";
import { audits } from "@/messages/texts/audits";
import { results } from "@/messages/texts/results";
import { countFindings } from "./count-findings";

type Page = Outputs["results"]["pages"]["items"][number];

const { live: texts } = audits;
const shownAtMost = 20;

const columnsOf = (audit_id: string): readonly Column<Page>[] => [
  {
    id: "page",
    label: results.pages.page,
    isRowHeader: true,
    cell: ({ id, url }) => (
      <TextLink href={`/accessibility/audits/${audit_id}/pages/${id}`} className="font-medium">
        {shortAddress(url)}
      </TextLink>
    ),
  },
  { id: "findings", label: results.pages.findings, isNumber: true, cell: countFindings },
];

/** The newest pages of a running audit; the complete list is on its own page. */
export const ArrivedPages = ({ audit_id, pages }: { audit_id: string; pages: readonly Page[] }) => (
  <section aria-labelledby="arrived" className="mt-8">
    <h2 id="arrived" className="mb-3 text-lg">
      {texts.arrived}
    </h2>
    {pages.length === 0 ? (
      <p className="text-soft">{texts.none}</p>
    ) : (
      <DataTable
        caption={texts.arrivedCaption({ count: pages.length })}
        columns={columnsOf(audit_id)}
        rows={pages.slice(-shownAtMost).reverse()}
        rowKey={({ id }) => id}
      />
    )}
  </section>
);
