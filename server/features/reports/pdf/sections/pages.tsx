import type { ReportCounts, ReportPage } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { palette } from "../palette";
import { Address, NotMeasured, Paragraph, Section } from "../parts/basics";
import { type Column, DataTable } from "../parts/data-table";
import { TaggedText } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { counted, formatNumber, formatScore, NOT_MEASURED, pathWithin } from "../text/format";

type Props = { model: ReportModel; number: number; anchor: string };

const PAGES_SHOWN = 500;
const ADDRESS_LENGTH = 240;
const SHORT_LENGTH = 80;
const COUNTED = [
  ["Critical", "critical"],
  ["Serious", "serious"],
  ["Moderate", "moderate"],
  ["Minor", "minor"],
] as const satisfies [string, keyof ReportCounts][];

const harmOf = ({ counts, error }: ReportPage): number => {
  if (error) return Number.POSITIVE_INFINITY;
  return (counts?.critical ?? 0) * 10 + (counts?.serious ?? 0) * 7 + (counts?.moderate ?? 0) * 3 + (counts?.minor ?? 0);
};

const scoreOf = ({ scores }: ReportPage): number => scores?.accessibility ?? 101;

const byNeed = (one: ReportPage, other: ReportPage): number => {
  const [first, second] = [harmOf(one), harmOf(other)];
  return first === second ? scoreOf(one) - scoreOf(other) : second > first ? 1 : -1;
};

type PageCellProps = { page: ReportPage; site: string | null; width: number; length: number };

const PageCell = ({ page, site, width, length }: PageCellProps) => (
  <>
    {page.title ? (
      <TaggedText structure={{ tag: "P" }} style={{ fontSize: 9, lineHeight: 1.4 }}>
        {shorten(page.title, Math.min(120, length))}
      </TaggedText>
    ) : null}
    <Address
      tag="P"
      text={shorten(pathWithin(page.url, site) || "address not stated", length)}
      width={width}
      color={palette.quiet}
    />
    {page.error ? (
      <TaggedText structure={{ tag: "P" }} style={{ fontSize: 8.5, lineHeight: 1.4, color: palette.poor }}>
        {`Not scanned: ${shorten(page.error, 200)}`}
      </TaggedText>
    ) : null}
  </>
);

const columnsFor = (
  pages: readonly ReportPage[],
  site: string | null,
  length = ADDRESS_LENGTH,
): Column<ReportPage>[] => {
  const hasScores = pages.some(({ scores }) => typeof scores?.accessibility === "number");
  const hasCounts = pages.some(({ counts }) => counts);
  const score: Column<ReportPage> = {
    title: "Score",
    width: 0.1,
    align: "right",
    cell: ({ scores }) =>
      typeof scores?.accessibility === "number" ? formatScore(scores.accessibility) : NOT_MEASURED,
  };
  const counts = COUNTED.map(
    ([title, key]): Column<ReportPage> => ({
      title,
      width: 0.115,
      align: "right",
      cell: ({ counts: known }) => (typeof known?.[key] === "number" ? formatNumber(known[key]) : NOT_MEASURED),
    }),
  );
  const others = [...(hasScores ? [score] : []), ...(hasCounts ? counts : [])];
  const room = 1 - others.reduce((total, { width }) => total + width, 0);
  return [
    {
      title: "Page",
      width: room,
      isRowHeader: true,
      cell: (page, width) => <PageCell page={page} site={site} width={width} length={length} />,
    },
    ...others,
  ];
};

/** The pages with the greatest harm, and how many more there are. */
export const WorstPagesSection = ({ model, number, anchor, limit }: Props & { limit: number }) => {
  const pages = [...(model.data.pages ?? [])].sort(byNeed);
  const left = pages.length - limit;
  return (
    <Section title="Pages to start with" number={number} anchor={anchor} accent={model.brand.accent}>
      {pages.length === 0 ? <NotMeasured what="Single pages were" /> : null}
      {pages.length > 0 ? (
        <DataTable
          caption={
            left > 0 ? `The ${limit} pages with the greatest harm, of ${pages.length}` : "Pages that were scanned"
          }
          columns={columnsFor(pages.slice(0, limit), model.site.url, SHORT_LENGTH)}
          rows={pages.slice(0, limit)}
        />
      ) : null}
      {left > 0 ? <Paragraph>{`And ${counted(left, "more page")}: see the full report.`}</Paragraph> : null}
    </Section>
  );
};

export const PagesSection = ({ model, number, anchor, newPage }: Props & { newPage: boolean }) => {
  const pages = [...(model.data.pages ?? [])].sort(byNeed);
  const shown = pages.slice(0, PAGES_SHOWN);
  const left = pages.length - shown.length;
  return (
    <Section title="Pages" number={number} anchor={anchor} accent={model.brand.accent} newPage={newPage}>
      {shown.length === 0 ? <NotMeasured what="Single pages were" /> : null}
      {shown.length > 0 ? (
        <>
          <Paragraph>
            The pages with the greatest harm come first. Numbers are elements with a problem of that impact.
          </Paragraph>
          <DataTable
            caption={left > 0 ? `The first ${PAGES_SHOWN} of ${pages.length} pages` : "Pages that were scanned"}
            columns={columnsFor(shown, model.site.url)}
            rows={shown}
          />
        </>
      ) : null}
    </Section>
  );
};
