import { Text, View } from "@react-pdf/renderer";
import { report } from "@/messages/texts/report";
import { authorOf, type ReportModel } from "../model/report-model";
import { palette } from "../palette";
import { shorten } from "../text/break-lines";
import { withFigures } from "../text/format";
import { styles } from "../theme";
import { TaggedText } from "./tagged";

const factsOf = (model: ReportModel): string => {
  const { day, pagesScanned: count } = model;
  const facts = { day, standard: shorten(model.standard, 60), author: shorten(authorOf(model), 60) };
  const { letterhead: texts } = report;
  return count === null ? texts.factsWithoutPages(facts) : texts.facts({ ...facts, ...withFigures({ count }) });
};

type Props = { model: ReportModel; title: string; nameLength: number };

/** The header of a short document without a cover. */
export const Letterhead = ({ model, title, nameLength }: Props) => (
  <View style={{ marginBottom: 18 }} wrap={false}>
    <View style={{ height: 4, width: 56, backgroundColor: model.brand.accent, marginBottom: 14 }} />
    <TaggedText
      structure={{ tag: "H1", bookmark: { title, level: 1 }, destination: "top" }}
      style={{ fontSize: 22, lineHeight: 1.25, fontWeight: 600, maxLines: 3, textOverflow: "ellipsis" }}
    >
      {report.letterhead.title({
        title,
        name: shorten(model.site.name, nameLength),
        website: (content) => <Text style={{ color: model.brand.accent }}>{content}</Text>,
      })}
    </TaggedText>
    <TaggedText
      structure={{ tag: "P" }}
      style={[styles.small, { marginTop: 7, color: palette.quiet, maxLines: 2, textOverflow: "ellipsis" }]}
    >
      {factsOf(model)}
    </TaggedText>
  </View>
);
