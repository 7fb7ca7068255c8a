import { documents as results } from "@/messages/texts/documents";
import { report } from "@/messages/texts/report";
import { reportFindings } from "@/messages/texts/report-findings";
import { reviewableImpacts } from "@/server/core/impact";
import { DocumentProblem } from "@/server/scanner/contract";
import type { ReportDocuments } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { palette } from "../palette";
import { Address, Paragraph, Section } from "../parts/basics";
import { type Column, DataTable, Word } from "../parts/data-table";
import { nameImpact } from "../parts/impact-chip";
import { TaggedText } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { formatNumber, joinSentences, listWords, pathWithin } from "../text/format";

type Documents = ReportDocuments;
type Listed = Documents["list"][number];
type Clause = Documents["clauses"][number];

const ADDRESS_LENGTH = 240;
const TITLE_LENGTH = 120;

const resultOf = ({ problem, counts }: Listed): string => {
  const known = DocumentProblem.safeParse(problem);
  const found = reviewableImpacts.flatMap((impact) =>
    counts[impact] > 0 ? results.findings({ impact, count: counts[impact] }) : [],
  );
  const words = [...(known.success ? [results.problems[known.data]] : problem ? [problem] : []), ...found];
  return words.length > 0 ? listWords(words) : results.noFindings;
};

const isBad = ({ problem, counts }: Listed): boolean => problem !== null || counts.critical + counts.serious > 0;

const documentColumns = (site: string | null): Column<Listed>[] => [
  {
    title: results.document,
    width: 0.52,
    isRowHeader: true,
    cell: ({ title, url }, width) => (
      <>
        {title ? (
          <TaggedText structure={{ tag: "P" }} style={{ fontSize: 9, lineHeight: 1.4 }}>
            {shorten(title, TITLE_LENGTH)}
          </TaggedText>
        ) : null}
        <Address tag="P" text={shorten(pathWithin(url, site), ADDRESS_LENGTH)} width={width} color={palette.quiet} />
      </>
    ),
  },
  { title: results.result, width: 0.36, cell: (row) => <Word text={resultOf(row)} isBad={isBad(row)} /> },
  {
    title: results.length,
    width: 0.12,
    align: "right",
    cell: ({ pages }) => (pages === null ? "" : formatNumber(pages)),
  },
];

const clauseColumns = (): Column<Clause>[] => [
  { title: results.finding, width: 0.48, isRowHeader: true, cell: ({ message }) => message },
  {
    title: results.impact,
    width: 0.14,
    cell: ({ impact, outcome }) => nameImpact(outcome === "failed" ? impact : "needs_review"),
  },
  { title: results.clause, width: 0.12, cell: ({ clause }) => clause },
  { title: results.criteria, width: 0.12, cell: ({ criteria }) => (criteria.length > 0 ? listWords(criteria) : "") },
  { title: report.sections.documents, width: 0.14, align: "right", cell: ({ documents }) => formatNumber(documents) },
];

type Props = { model: ReportModel; documents: Documents; number: number; anchor: string; newPage: boolean };

/** The section about the PDFs that the pages link to, with the results of checking them against PDF/UA-1. */
export const DocumentsSection = ({ model, documents, number, anchor, newPage }: Props) => {
  const { total, not_checked, list, clauses } = documents;
  const { documents: texts } = reportFindings;
  return (
    <Section
      title={report.sections.documents}
      number={number}
      anchor={anchor}
      accent={model.brand.accent}
      newPage={newPage}
    >
      <Paragraph>
        {joinSentences(texts.lead({ count: total }), not_checked > 0 ? texts.notChecked({ count: not_checked }) : null)}
      </Paragraph>
      {clauses.length > 0 ? (
        <DataTable caption={texts.captionClauses} columns={clauseColumns()} rows={clauses} />
      ) : null}
      {list.length > 0 ? (
        <DataTable
          caption={list.length < total ? texts.captionCut({ shown: list.length, total }) : texts.caption}
          columns={documentColumns(model.site.url)}
          rows={list}
        />
      ) : null}
    </Section>
  );
};
