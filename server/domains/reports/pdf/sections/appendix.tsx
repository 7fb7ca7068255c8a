import { report } from "@/messages/texts/report";
import { reportFindings } from "@/messages/texts/report-findings";
import type { Finding, FindingExample } from "../model/findings";
import type { ReportModel } from "../model/report-model";
import { palette } from "../palette";
import { Address, Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable } from "../parts/data-table";
import { shorten } from "../text/break-lines";
import { formatNumber, joinSentences, pathWithin } from "../text/format";

type Props = { model: ReportModel; title: string; anchor: string };

/** Maximum number of rows printed in the appendix; a longer document would be unusable. */
const ROWS_PRINTED = 2_500;
const ADDRESS_LENGTH = 200;
const SELECTOR_LENGTH = 200;
const SNIPPET_LENGTH = 160;

/** Returns the findings that have more examples than their block shows. */
export const findingsInAppendix = ({ failed }: ReportModel): Finding[] =>
  failed.filter(({ examples, shown }) => examples.length > shown.length);

const Place = ({ example, width }: { example: FindingExample; width: number }) => (
  <>
    {example.selector ? <Address tag="P" text={shorten(example.selector, SELECTOR_LENGTH)} width={width} /> : null}
    {example.html ? (
      <Address
        tag="Code"
        text={shorten(example.html.slice(0, 2_000).replaceAll(/\s+/g, " ").trim(), SNIPPET_LENGTH)}
        width={width}
        color={palette.quiet}
      />
    ) : null}
  </>
);

const captionOf = ({ number, elements, examples }: Finding, listed: number): string => {
  const all = Math.max(elements ?? 0, examples.length);
  const { appendix: texts } = reportFindings;
  if (listed >= all) return texts.caption({ number });
  return texts.captionCut({ number, listed: formatNumber(listed), all: formatNumber(all) });
};

type PlacesProps = { finding: Finding; places: readonly FindingExample[]; site: string | null };

const Places = ({ finding, places, site }: PlacesProps) => (
  <>
    <SubHeading>{report.numbered({ number: finding.number, title: shorten(finding.title, 160) })}</SubHeading>
    <DataTable
      caption={captionOf(finding, places.length)}
      rows={places}
      columns={[
        {
          title: reportFindings.appendix.page,
          width: 0.38,
          isRowHeader: true,
          cell: ({ pageUrl }, width) =>
            pageUrl ? (
              <Address tag="P" text={shorten(pathWithin(pageUrl, site), ADDRESS_LENGTH)} width={width} />
            ) : (
              report.notStated
            ),
        },
        {
          title: reportFindings.appendix.element,
          width: 0.62,
          cell: (example, width) => <Place example={example} width={width} />,
        },
      ]}
    />
  </>
);

// Shares the rows fairly among findings. Findings with many examples get the rows that findings with few examples leave
// unused.
const shareRows = (findings: readonly Finding[]): Map<Finding, number> => {
  const shares = new Map<Finding, number>();
  let rowsLeft = ROWS_PRINTED;
  const byLength = [...findings].sort((one, other) => one.examples.length - other.examples.length);
  byLength.forEach((finding, index) => {
    const share = Math.min(finding.examples.length, Math.floor(rowsLeft / (byLength.length - index)));
    shares.set(finding, share);
    rowsLeft -= share;
  });
  return shares;
};

export const AppendixSection = ({ model, title, anchor }: Props) => {
  const findings = findingsInAppendix(model);
  const shares = shareRows(findings);
  const isCut = findings.some((finding) => (shares.get(finding) ?? 0) < finding.examples.length);
  return (
    <Section title={title} anchor={anchor} accent={model.brand.accent} newPage>
      <Paragraph>
        {joinSentences(
          reportFindings.appendix.lead,
          isCut ? reportFindings.appendix.cut({ count: ROWS_PRINTED }) : null,
        )}
      </Paragraph>
      {findings.map((finding) => (
        <Places
          key={finding.anchor}
          finding={finding}
          places={finding.examples.slice(0, shares.get(finding) ?? 0)}
          site={model.site.url}
        />
      ))}
    </Section>
  );
};
