import { report } from "@/messages/texts/report";
import { impactWeights } from "@/server/core/impact";
import type { ReportModel } from "../model/report-model";
import { budgetSentence, scopeOf } from "../model/summary";
import { List, Section, SubHeading } from "../parts/basics";
import { TaggedText } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { joinSentences, listWords, withFigures } from "../text/format";
import { MISSING_CHARACTER } from "../text/printable-text";
import { styles } from "../theme";

type Props = { model: ReportModel; number: number; anchor: string };

/** Maximum number of examples in a list item. */
const SHOWN_EXAMPLES = 5;

/** Maximum length of a sentence about the scope. Such sentences contain names that people chose. */
const MAX_SCOPE = 600;

const missingText = (missing: NonNullable<ReportModel["missing"]>): string => {
  const shown = missing.examples.slice(0, SHOWN_EXAMPLES).map((example) => shorten(example, 120));
  if (shown.length === 0) return budgetSentence(missing);
  return report.method.budget({ examples: listWords(shown), ...withFigures({ count: missing.pages }) });
};

const methodOf = (model: ReportModel): string[] => {
  const { moment, standard, engine, secondEngine, depth, scope, missing } = model;
  const { method: texts } = report;
  return [
    texts.date({ moment }),
    joinSentences(
      texts.scope({ scope: scopeOf(model) }),
      missing ? missingText(missing) : null,
      depth === "full" ? null : texts.depth[depth],
    ),
    ...scope.map((sentence) => shorten(sentence, MAX_SCOPE)),
    texts.standard({ standard: shorten(standard, 160) }),
    joinSentences(
      texts.engine({ engine: engine ? shorten(engine, 160) : report.notStated }),
      secondEngine
        ? texts.secondEngine({
            engine: shorten(secondEngine.name, 160),
            ...withFigures({ count: secondEngine.elements }),
          })
        : null,
    ),
    texts.order(impactWeights),
    texts.review,
  ];
};

/** A note that is printed only if a character was replaced. */
export const ReplacedNote = () => (
  <TaggedText structure={{ tag: "P" }} style={styles.small} {...{ onlyWithReplaced: true }}>
    {report.method.replaced({ symbol: MISSING_CHARACTER })}
  </TaggedText>
);

/** The method and its limits in a few lines. */
export const BriefMethodSection = ({ model, number, anchor }: Props) => (
  <Section title={report.sections.method} number={number} anchor={anchor} accent={model.brand.accent}>
    <List
      items={[...methodOf(model).slice(1, 4), ...report.method.limits.slice(0, 2), ...report.method.limits.slice(4)]}
    />
    <ReplacedNote />
  </Section>
);

export const MethodSection = ({ model, number, anchor }: Props) => (
  <Section title={report.sections.method} number={number} anchor={anchor} accent={model.brand.accent}>
    <SubHeading>{report.method.method}</SubHeading>
    <List items={methodOf(model)} />
    <SubHeading>{report.method.limitsTitle}</SubHeading>
    <List items={report.method.limits} />
    <ReplacedNote />
  </Section>
);
