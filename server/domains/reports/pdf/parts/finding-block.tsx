import { Image, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { formatList } from "@/messages/runtime/formats";
import { report } from "@/messages/texts/report";
import { reportFindings } from "@/messages/texts/report-findings";
import { views as viewNames } from "@/messages/texts/views";
import { ruleAccuracy } from "@/server/domains/audits/rules";
import type { ReportFix, ReportPicture, ReportStripPicture } from "../../report-data";
import type { Finding, FindingExample } from "../model/findings";
import { extentOf } from "../model/summary";
import { impactColours, palette } from "../palette";
import { shorten } from "../text/break-lines";
import { joinSentences, linkAddress, pathWithin, withFigures } from "../text/format";
import { CONTENT_WIDTH, styles } from "../theme";
import { Address, WebLink } from "./basics";
import { CodeBlock } from "./code-block";
import { ImpactChip } from "./impact-chip";
import { TaggedText, TaggedView } from "./tagged";

const LABEL_WIDTH = 84;
const TEXT_WIDTH = CONTENT_WIDTH - LABEL_WIDTH;
const ADDRESS_LENGTH = 300;
const TEXT_LENGTH = 700;
const CAPTION_LENGTH = 120;
const CRITERIA_SHOWN = 6;

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
  const { finding: texts } = reportFindings;
  if (!help)
    return (
      <TaggedText structure={{ tag: "P" }} style={styles.body}>
        {texts.rule({ rule })}
      </TaggedText>
    );
  return (
    <TaggedView structure={{ tag: "P" }} style={styles.body}>
      <WebLink address={help} description={texts.ruleLink({ rule: ruleId })}>
        <Text>{texts.aboutRule({ rule })}</Text>
      </WebLink>
    </TaggedView>
  );
};

/** States how often the rule was right on labelled pages. Renders nothing if that isn't known. */
const Accuracy = ({ ruleId }: { ruleId: string }) => {
  const accuracy = ruleAccuracy(ruleId);
  if (!accuracy) return null;
  const { right, wrong } = accuracy;
  return (
    <TaggedText structure={{ tag: "P" }} style={styles.body}>
      {reportFindings.finding.accuracy({ right, all: right + wrong })}
    </TaggedText>
  );
};

/** Names the engines that reported the finding. Renders nothing if only one did. */
const SeenBy = ({ engines }: { engines: readonly string[] }) =>
  engines.length === 0 ? null : (
    <TaggedText structure={{ tag: "P" }} style={styles.body}>
      {shorten(reportFindings.finding.seenBy({ engines: formatList(engines) }), TEXT_LENGTH)}
    </TaggedText>
  );

const Criteria = ({ finding }: { finding: Finding }) => (
  <Labelled label={finding.criteria.length > 1 ? reportFindings.finding.criteria : reportFindings.finding.criterion}>
    <View style={{ flexDirection: "row", flexWrap: "wrap", columnGap: 14 }}>
      {finding.criteria.length === 0 ? (
        <TaggedText structure={{ tag: "P" }} style={styles.body}>
          {reportFindings.finding.bestPractice}
        </TaggedText>
      ) : null}
      {finding.criteria.slice(0, CRITERIA_SHOWN).map(({ criterion, label, url }) => (
        <TaggedView key={criterion} structure={{ tag: "P" }} style={styles.body}>
          {url ? (
            <WebLink address={url} description={reportFindings.finding.criterionLink({ label })}>
              <Text>{reportFindings.finding.wcag({ label })}</Text>
            </WebLink>
          ) : (
            <Text>{reportFindings.finding.wcag({ label })}</Text>
          )}
        </TaggedView>
      ))}
      <RuleLink finding={finding} />
      <Accuracy ruleId={finding.ruleId} />
      <SeenBy engines={finding.engines} />
    </View>
  </Labelled>
);

const PICTURE_WIDTH = 360;
const PICTURE_HEIGHT = 170;

const Picture = ({ picture: { image, alt } }: { picture: ReportPicture }) => (
  <Image
    src={image}
    style={{
      maxWidth: PICTURE_WIDTH,
      maxHeight: PICTURE_HEIGHT,
      objectFit: "contain",
      objectPositionX: 0,
      alignSelf: "flex-start",
      marginBottom: 5,
    }}
    {...{ structure: { tag: "Figure", alt: shorten(alt || reportFindings.finding.picture, ADDRESS_LENGTH) } }}
  />
);

const STRIP_GAP = 12;
const STRIP_WIDTH = 230;
const STRIP_HEIGHT = 130;

/** Pictures of the element in different states of the page, side by side, each with its caption. */
const Strip = ({ pictures }: { pictures: readonly ReportStripPicture[] }) => {
  const { length: count } = pictures;
  const width = Math.min(STRIP_WIDTH, (CONTENT_WIDTH - (count - 1) * STRIP_GAP) / count);
  return (
    <View style={{ flexDirection: "row", marginBottom: 5 }}>
      {pictures.map(({ image, alt, caption }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes
        <View key={index} style={{ width, marginRight: index < count - 1 ? STRIP_GAP : 0 }}>
          <Image
            src={image}
            style={{ maxWidth: width, maxHeight: STRIP_HEIGHT, objectFit: "contain", alignSelf: "flex-start" }}
            {...{ structure: { tag: "Figure", alt: shorten(alt || reportFindings.finding.picture, ADDRESS_LENGTH) } }}
          />
          <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginTop: 2 }]}>
            {shorten(caption, CAPTION_LENGTH)}
          </TaggedText>
        </View>
      ))}
    </View>
  );
};

/** Names the views of the page in which an element fails. Renders nothing if it fails only in the usual one. */
const FoundIn = ({ views }: Pick<FindingExample, "views">) =>
  views.length === 0 ? null : (
    <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginBottom: 4 }]}>
      {reportFindings.finding.foundIn({ views: formatList(views.map((view) => viewNames[view])) })}
    </TaggedText>
  );

/** Says how to reach the state of the page that contains an element. */
const ReachedBy = ({ reach }: Pick<FindingExample, "reach">) =>
  reach === null ? null : (
    <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginBottom: 4 }]}>
      {reportFindings.finding.reachedBy({ steps: shorten(reach, CAPTION_LENGTH) })}
    </TaggedText>
  );

type ExampleProps = { example: FindingExample; number: number | null; finding: Finding; site: string | null };

const Example = ({ example, number, finding, site }: ExampleProps) => {
  const { finding: texts } = reportFindings;
  const mark = impactColours[finding.impact ?? "minor"].text;
  const page = example.pageUrl === null ? null : shorten(pathWithin(example.pageUrl, site), ADDRESS_LENGTH);
  const selector = example.selector === null ? null : shorten(example.selector, ADDRESS_LENGTH);
  return (
    <View style={{ marginTop: 6 }} wrap={false}>
      <TaggedText structure={{ tag: "H4" }} style={[styles.h4, { marginBottom: 1 }]}>
        {number === null ? texts.example : texts.exampleNumber({ number })}
      </TaggedText>
      {page ? (
        <TaggedView structure={{ tag: "P" }} style={{ flexDirection: "row" }}>
          <Text style={[styles.small, { width: 50 }]}>{`${texts.page} `}</Text>
          <Address text={page} width={CONTENT_WIDTH - 50} />
        </TaggedView>
      ) : null}
      {selector ? (
        <TaggedView structure={{ tag: "P" }} style={{ flexDirection: "row", marginBottom: 4 }}>
          <Text style={[styles.small, { width: 50 }]}>{`${texts.element} `}</Text>
          <Address text={selector} width={CONTENT_WIDTH - 50} color={palette.quiet} />
        </TaggedView>
      ) : null}
      <FoundIn views={example.views} />
      <ReachedBy reach={example.reach} />
      {example.strip ? <Strip pictures={example.strip} /> : null}
      {example.picture ? <Picture picture={example.picture} /> : null}
      {example.html ? <CodeBlock html={example.html} failingPart={finding.failingPart} mark={mark} /> : null}
    </View>
  );
};

const SuggestedFix = ({ fix, finding, site }: { fix: ReportFix; finding: Finding; site: string | null }) => {
  const { finding: texts } = reportFindings;
  const page = shorten(pathWithin(fix.page_url, site), ADDRESS_LENGTH);
  return (
    <View style={{ marginTop: 6 }} wrap={false}>
      <TaggedText structure={{ tag: "H4" }} style={[styles.h4, { marginBottom: 1 }]}>
        {texts.suggestedFix}
      </TaggedText>
      <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginBottom: 4 }]}>
        {fix.verified_in === "page" ? texts.verifiedInPage : texts.verifiedAlone}
      </TaggedText>
      {page === "" ? null : (
        <TaggedView structure={{ tag: "P" }} style={{ flexDirection: "row", marginBottom: 4 }}>
          <Text style={[styles.small, { width: 50 }]}>{`${texts.page} `}</Text>
          <Address text={page} width={CONTENT_WIDTH - 50} />
        </TaggedView>
      )}
      <CodeBlock
        html={fix.code}
        failingPart={finding.failingPart}
        mark={impactColours[finding.impact ?? "minor"].text}
      />
    </View>
  );
};

type BlockProps = {
  finding: Finding;
  pagesScanned: number | null;
  site: string | null;
  /** The examples to show with their code. */
  examples: readonly FindingExample[];
  hasAppendix: boolean;
};

const Heading = ({ finding, pagesScanned }: Pick<BlockProps, "finding" | "pagesScanned">) => {
  const title = report.numbered({ number: finding.number, title: shorten(finding.title, 200) });
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
          {report.twoFacts({
            first: extentOf(finding, pagesScanned),
            second: reportFindings.finding.efforts[finding.effort],
          })}
        </Text>
      </TaggedView>
    </View>
  );
};

/** A finding: who is affected, where, why, how to fix it, and examples with the failing part marked. */
export const FindingBlock = ({ finding, pagesScanned, site, examples, hasAppendix }: BlockProps) => (
  <TaggedView structure={{ tag: "Sect" }} style={{ marginBottom: 16 }}>
    <View wrap={false}>
      <Heading finding={finding} pagesScanned={pagesScanned} />
      <LabelledText label={reportFindings.finding.who} text={finding.who} />
      <LabelledText label={reportFindings.finding.why} text={finding.why} />
      <LabelledText label={reportFindings.finding.fix} text={finding.fix} />
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
    {finding.suggestedFix ? <SuggestedFix fix={finding.suggestedFix} finding={finding} site={site} /> : null}
    <MoreExamples finding={finding} shown={examples.length} hasAppendix={hasAppendix} />
  </TaggedView>
);

type MoreProps = { finding: Finding; shown: number; hasAppendix: boolean };

const restOf = ({ elements, examples }: Finding, shown: number, hasAppendix: boolean): string => {
  const more = examples.length - shown;
  const all = Math.max(elements ?? 0, examples.length);
  const { finding: texts } = reportFindings;
  return joinSentences(
    all > shown && shown > 0 ? texts.shown({ shown, ...withFigures({ count: all }) }) : null,
    more > 0 && hasAppendix ? texts.inAppendix({ count: more }) : null,
  );
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
