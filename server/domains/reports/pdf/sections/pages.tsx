import { impacts } from "@/messages/texts/impacts";
import { report } from "@/messages/texts/report";
import { reportFindings } from "@/messages/texts/report-findings";
import { impacts as impactsInOrder, weighCounts } from "@/server/core/impact";
import type { ReportPage } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { palette } from "../palette";
import { Address, NotMeasured, Paragraph, Section } from "../parts/basics";
import { type Column, DataTable } from "../parts/data-table";
import { TaggedText } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { formatNumber, formatScore, pathWithin } from "../text/format";

type Props = { model: ReportModel; number: number; anchor: string };

const PAGES_SHOWN = 500;
const ADDRESS_LENGTH = 240;
const SHORT_LENGTH = 80;

const harmOf = ({ counts, error }: ReportPage): number => {
  if (error) return Number.POSITIVE_INFINITY;
  return weighCounts(counts ?? {});
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
      text={shorten(pathWithin(page.url, site) || reportFindings.pages.urlNotStated, length)}
      width={width}
      color={palette.quiet}
    />
    {page.error ? (
      <TaggedText structure={{ tag: "P" }} style={{ fontSize: 8.5, lineHeight: 1.4, color: palette.poor }}>
        {reportFindings.pages.notScanned({ reason: shorten(page.error, 200) })}
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
    title: reportFindings.pages.score,
    width: 0.1,
    align: "right",
    cell: ({ scores }) => formatScore(scores?.accessibility, scores?.accessibility_low),
  };
  const counts = impactsInOrder.map(
    (key): Column<ReportPage> => ({
      title: impacts[key],
      width: 0.115,
      align: "right",
      cell: ({ counts: known }) => formatNumber(known?.[key]),
    }),
  );
  const others = [...(hasScores ? [score] : []), ...(hasCounts ? counts : [])];
  const room = 1 - others.reduce((total, { width }) => total + width, 0);
  return [
    {
      title: reportFindings.pages.page,
      width: room,
      isRowHeader: true,
      cell: (page, width) => <PageCell page={page} site={site} width={width} length={length} />,
    },
    ...others,
  ];
};

/** The section with the worst pages and the number of other pages. */
export const WorstPagesSection = ({ model, number, anchor, limit }: Props & { limit: number }) => {
  const pages = [...(model.data.pages ?? [])].sort(byNeed);
  const left = pages.length - limit;
  const { pages: texts } = reportFindings;
  return (
    <Section title={report.sections.worstPages} number={number} anchor={anchor} accent={model.brand.accent}>
      {pages.length === 0 ? <NotMeasured text={report.missing.pages} /> : null}
      {pages.length > 0 ? (
        <DataTable
          caption={left > 0 ? texts.captionWorst({ shown: limit, total: pages.length }) : texts.caption}
          columns={columnsFor(pages.slice(0, limit), model.site.url, SHORT_LENGTH)}
          rows={pages.slice(0, limit)}
        />
      ) : null}
      {left > 0 ? <Paragraph>{texts.more({ count: left })}</Paragraph> : null}
    </Section>
  );
};

export const PagesSection = ({ model, number, anchor, newPage }: Props & { newPage: boolean }) => {
  const pages = [...(model.data.pages ?? [])].sort(byNeed);
  const shown = pages.slice(0, PAGES_SHOWN);
  const left = pages.length - shown.length;
  const { pages: texts } = reportFindings;
  return (
    <Section
      title={report.sections.pages}
      number={number}
      anchor={anchor}
      accent={model.brand.accent}
      newPage={newPage}
    >
      {shown.length === 0 ? <NotMeasured text={report.missing.pages} /> : null}
      {shown.length > 0 ? (
        <>
          <Paragraph>{texts.lead}</Paragraph>
          <DataTable
            caption={left > 0 ? texts.captionCut({ shown: PAGES_SHOWN, total: pages.length }) : texts.caption}
            columns={columnsFor(shown, model.site.url)}
            rows={shown}
          />
        </>
      ) : null}
    </Section>
  );
};
