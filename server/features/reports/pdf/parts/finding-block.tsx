import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Finding, FindingExample } from "../model/findings";
import { extentOf } from "../model/summary";
import { impactColours, palette } from "../palette";
import { shorten } from "../text/break-lines";
import { linkAddress, pathWithin } from "../text/format";
import { CONTENT_WIDTH, styles } from "../theme";
import { Address, WebLink } from "./basics";
import { CodeBlock } from "./code-block";
import { ImpactChip } from "./impact-chip";
import { TaggedText, TaggedView } from "./tagged";

const LABEL_WIDTH = 104;
const TEXT_WIDTH = CONTENT_WIDTH - LABEL_WIDTH;
const ADDRESS_LENGTH = 300;
const TEXT_LENGTH = 700;
const CRITERIA_SHOWN = 6;

const EFFORT = { small: "small change", medium: "some work", large: "much work" } as const;

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <View style={{ flexDirection: "row", marginTop: 6 }} wrap={false}>
    <View style={{ width: LABEL_WIDTH }}>
      <TaggedText structure={{ tag: "H4" }} style={[styles.h4, { marginTop: 1 }]}>
        {label}
      </TaggedText>
    </View>
    <View style={{ width: TEXT_WIDTH }}>{children}</View>
  </View>
);

const LabelledText = ({ label, text }: { label: string; text: string }) => (
  <Labelled label={label}>
    <TaggedText structure={{ tag: "P" }}>{shorten(text, TEXT_LENGTH)}</TaggedText>
  </Labelled>
);

const Criteria = ({ finding }: { finding: Finding }) => {
  const help = linkAddress(finding.helpUrl);
  return (
    <Labelled label={finding.criteria.length > 1 ? "Criteria" : "Criterion"}>
      {finding.criteria.length === 0 ? (
        <TaggedText structure={{ tag: "P" }}>Good practice, no criterion of its own</TaggedText>
      ) : null}
      {finding.criteria.slice(0, CRITERIA_SHOWN).map(({ criterion, label, url }) => (
        <TaggedView key={criterion} structure={{ tag: "P" }}>
          {url ? (
            <WebLink address={url} description={`W3C's explanation of criterion ${label}`}>
              <Text>{`WCAG ${label}`}</Text>
            </WebLink>
          ) : (
            <Text>{`WCAG ${label}`}</Text>
          )}
        </TaggedView>
      ))}
      {help ? (
        <TaggedView structure={{ tag: "P" }}>
          <WebLink address={help} description={`Documentation of the rule ${finding.ruleId}`}>
            <Text>{`About the rule ${shorten(finding.ruleId, 60)}`}</Text>
          </WebLink>
        </TaggedView>
      ) : (
        <TaggedText structure={{ tag: "P" }}>{`Rule ${shorten(finding.ruleId, 60)}`}</TaggedText>
      )}
    </Labelled>
  );
};

type ExampleProps = { example: FindingExample; number: number | null; finding: Finding; site: string | null };

const Example = ({ example, number, finding, site }: ExampleProps) => {
  const mark = impactColours[finding.impact ?? "minor"].text;
  const page = example.pageUrl === null ? null : shorten(pathWithin(example.pageUrl, site), ADDRESS_LENGTH);
  const selector = example.selector === null ? null : shorten(example.selector, ADDRESS_LENGTH);
  return (
    <View style={{ marginTop: 8 }} wrap={false}>
      <TaggedText structure={{ tag: "H4" }} style={[styles.h4, { marginBottom: 2 }]}>
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

type BlockProps = { finding: Finding; pagesScanned: number | null; site: string | null };

const Heading = ({ finding, pagesScanned }: Omit<BlockProps, "site">) => {
  const title = `${finding.number}. ${shorten(finding.title, 200)}`;
  return (
    <View style={{ borderTopWidth: 1, borderColor: palette.line, paddingTop: 10 }}>
      <TaggedText
        structure={{ tag: "H3", destination: finding.anchor, bookmark: { title, level: 2 } }}
        style={[styles.h3, { marginBottom: 5 }]}
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
export const FindingBlock = ({ finding, pagesScanned, site }: BlockProps) => (
  <TaggedView structure={{ tag: "Sect" }} style={{ marginBottom: 22 }}>
    <View wrap={false}>
      <Heading finding={finding} pagesScanned={pagesScanned} />
      <LabelledText label="Who is affected" text={finding.who} />
      <LabelledText label="Why it matters" text={finding.why} />
      <LabelledText label="How to fix it" text={finding.fix} />
      <Criteria finding={finding} />
    </View>
    {finding.shown.map((example, index) => (
      <Example
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes
        key={index}
        example={example}
        number={finding.shown.length > 1 ? index + 1 : null}
        finding={finding}
        site={site}
      />
    ))}
    <MoreExamples finding={finding} />
  </TaggedView>
);

const MoreExamples = ({ finding }: { finding: Finding }) => {
  const more = finding.examples.length - finding.shown.length;
  if (more <= 0) return null;
  const places = more === 1 ? "1 more place is" : `${more} more places are`;
  return (
    <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginTop: 6 }]}>
      {`${places} listed in the appendix.`}
    </TaggedText>
  );
};
