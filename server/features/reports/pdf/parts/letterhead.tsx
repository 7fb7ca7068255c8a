import { Text, View } from "@react-pdf/renderer";
import type { ReportModel } from "../model/report-model";
import { palette } from "../palette";
import { shorten } from "../text/break-lines";
import { counted } from "../text/format";
import { styles } from "../theme";
import { TaggedText } from "./tagged";

const factsOf = ({ day, pagesScanned, standard, brand }: ReportModel): string =>
  [
    day,
    pagesScanned === null ? "pages not measured" : counted(pagesScanned, "page"),
    shorten(standard, 60),
    `prepared by ${brand.name === null ? "Curbcut" : shorten(brand.name, 60)}`,
  ].join(" · ");

type Props = { model: ReportModel; title: string; nameLength: number };

/** Head of a short document that has no cover. */
export const Letterhead = ({ model, title, nameLength }: Props) => (
  <View style={{ marginBottom: 18 }} wrap={false}>
    <View style={{ height: 4, width: 56, backgroundColor: model.brand.accent, marginBottom: 14 }} />
    <TaggedText
      structure={{ tag: "H1", bookmark: { title, level: 1 }, destination: "top" }}
      style={{ fontSize: 22, lineHeight: 1.25, fontWeight: 600, maxLines: 3, textOverflow: "ellipsis" }}
    >
      {title}
      <Text style={{ color: model.brand.accent }}>{`: ${shorten(model.site.name, nameLength)}`}</Text>
    </TaggedText>
    <TaggedText
      structure={{ tag: "P" }}
      style={[styles.small, { marginTop: 7, color: palette.quiet, maxLines: 2, textOverflow: "ellipsis" }]}
    >
      {factsOf(model)}
    </TaggedText>
  </View>
);
