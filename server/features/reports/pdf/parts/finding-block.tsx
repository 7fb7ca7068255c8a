import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Finding, FindingExample } from "../model/findings";
import { extentOf } from "../model/summary";
import { impactColours, palette } from "../palette";
import { shorten } from "../text/break-lines";
import { counted, formatNumber, linkAddress, pathWithin } from "../text/format";
import { CONTENT_WIDTH, styles } from "../theme";
import { Address, WebLink } from "./basics";
import { CodeBlock } from "./code-block";
import { ImpactChip } from "./impact-chip";
import { TaggedText, TaggedView } from "./tagged";

const LABEL_WIDTH = 84;
const TEXT_WIDTH = CONTENT_WIDTH - LABEL_WIDTH;
const ADDRESS_LENGTH = 300;
const TEXT_LENGTH = 700;
const CRITERIA_SHOWN = 6;

const EFFORT = { small: "small change", medium: "some work", large: "much work" } as const;

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <View style={{ flexDirection: "row", marginTop: 4 }}>
    <TaggedText structure={{ tag: "H4" }} style={[styles.h4, { width: LABEL_WIDTH }]}>
      {label}
    </TaggedText>
    <View style={{ width: TEXT_WIDTH }}>{children}</View>
  </View>
);

const LabelledText = ({ label, text }: { label: string; text: string }) => (
  <Labelled label={label}>
    <TaggedText structure={{ tag: "P" }} style={styles.body}>
      {shorten(text, TEXT_LENGTH)}
    </TaggedText>
  </Labelled>
);

const RuleLink = ({ finding: { helpUrl, ruleId } }: { finding: Finding }) => {
  const help = linkAddress(helpUrl);
  const rule = shorten(ruleId, 60);
  if (!help) return <TaggedText structure={{ tag: "P" }} style={styles.body}>{`Rule ${rule}`}</TaggedText>;
  return (
    <TaggedView structure={{ tag: "P" }} style={styles.body}>
      <WebLink address={help} description={`Documentation of the rule ${ruleId}`}>
        <Text>{`About the rule ${rule}`}</Text>
      </WebLink>
    </TaggedView>
  );
};

const Criteria = ({ finding }: { finding: Finding }) => (
  <Labelled label={finding.criteria.length > 1 ? "Criteria" : "Criterion"}>
    <View style={{ flexDirection: "row", flexWrap: "wrap", columnGap: 14 }}>
      {finding.criteria.length === 0 ? (
        <TaggedText structure={{ tag: "P" }} style={styles.body}>
          Good practice, no criterion of its own
        </TaggedText>
      ) : null}
      {finding.criteria.slice(0, CRITERIA_SHOWN).map(({ criterion, label, url }) => (
        <TaggedView key={criterion} structure={{ tag: "P" }} style={styles.body}>
          {url ? (
            <WebLink address={url} description={`W3C's explanation of criterion ${label}`}>
              <Text>{`WCAG ${label}`}</Text>
            </WebLink>
          ) : (
            <Text>{`WCAG ${label}`}</Text>
          )}
        </TaggedView>
      ))}
      <RuleLink finding={finding} />
    </View>
  </Labelled>
);

type ExampleProps = { example: FindingExample; number: number | null; finding: Finding; site: string | null };

const Example = ({ example, number, finding, site }: ExampleProps) => {
  const mark = impactColours[finding.impact ?? "minor"].text;
  const page = example.pageUrl === null ? null : shorten(pathWithin(example.pageUrl, site), ADDRESS_LENGTH);
  const selector = example.selector === null ? null : shorten(example.selector, ADDRESS_LENGTH);
  return (
    <View style={{ marginTop: 6 }} wrap={false}>
      <TaggedText structure={{ tag: "H4" }} style={[styles.h4, { marginBottom: 1 }]}>
        {number === null ? "Example" : `Example ${number}`}
      </TaggedText>
      {page ? (
        <TaggedView structure={{ tag: "P" }} style={{ flexDirection: "row" }}>
          <Text style={[styles.small, { width: 50 }]}>Page </Text>
          <Address text={page} width={CONTENT_WIDTH - 50} />
        </TaggedView>
      ) : null}
      {selector ? (
        <TaggedView structure={{ tag: "P" }} style={{ flexDirection: "row", marginBottom: 4 }}>
          <Text style={[styles.small, { width: 50 }]}>Element </Text>
          <Address text={selector} width={CONTENT_WIDTH - 50} color={palette.quiet} />
        </TaggedView>
      ) : null}
      {example.html ? <CodeBlock html={example.html} guilty={finding.guilty} mark={mark} /> : null}
    </View>
  );
};

type BlockProps = {
  finding: Finding;
  pagesScanned: number | null;
  site: string | null;
  /** The places that are shown with their code. */
  examples: readonly FindingExample[];
  hasAppendix: boolean;
};

const Heading = ({ finding, pagesScanned }: Pick<BlockProps, "finding" | "pagesScanned">) => {
  const title = `${finding.number}. ${shorten(finding.title, 200)}`;
  return (
    <View style={{ borderTopWidth: 1, borderColor: palette.line, paddingTop: 8 }}>
      <TaggedText
        structure={{ tag: "H3", destination: finding.anchor, bookmark: { title, level: 2 } }}
        style={[styles.h3, { marginBottom: 3 }]}
      >
        {title}
      </TaggedText>
      <TaggedView structure={{ tag: "P" }} style={{ flexDirection: "row", alignItems: "center" }}>
        <ImpactChip impact={finding.impact} />
        <Text style={[styles.small, { marginLeft: 8 }]}>
          {`${extentOf(finding, pagesScanned)} · ${EFFORT[finding.effort]}`}
        </Text>
      </TaggedView>
    </View>
  );
};

/** One rule: who is affected, where, why, how to fix it, examples with the guilty part marked. */
export const FindingBlock = ({ finding, pagesScanned, site, examples, hasAppendix }: BlockProps) => (
  <TaggedView structure={{ tag: "Sect" }} style={{ marginBottom: 16 }}>
    <View wrap={false}>
      <Heading finding={finding} pagesScanned={pagesScanned} />
      <LabelledText label="Who is affected" text={finding.who} />
      <LabelledText label="Why it matters" text={finding.why} />
      <LabelledText label="How to fix it" text={finding.fix} />
      <Criteria finding={finding} />
    </View>
    {examples.map((example, index) => (
      <Example
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes
        key={index}
        example={example}
        number={examples.length > 1 ? index + 1 : null}
        finding={finding}
        site={site}
      />
    ))}
    <MoreExamples finding={finding} shown={examples.length} hasAppendix={hasAppendix} />
  </TaggedView>
);

type MoreProps = { finding: Finding; shown: number; hasAppendix: boolean };

const restOf = ({ elements, examples }: Finding, shown: number, hasAppendix: boolean): string => {
  const more = examples.length - shown;
  const all = Math.max(elements ?? 0, examples.length);
  const count = all > shown && shown > 0 ? `${formatNumber(shown)} of ${counted(all, "element")} shown.` : "";
  if (more <= 0 || !hasAppendix) return count;
  return `${count} ${more === 1 ? "1 more is" : `${formatNumber(more)} more are`} listed in the appendix.`.trim();
};

const MoreExamples = ({ finding, shown, hasAppendix }: MoreProps) => {
  const rest = restOf(finding, shown, hasAppendix);
  if (rest === "") return null;
  return (
    <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginTop: 4 }]}>
      {rest}
    </TaggedText>
  );
};
