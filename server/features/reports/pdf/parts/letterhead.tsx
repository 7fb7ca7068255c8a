import { Text, View } from "@react-pdf/renderer";
import type { ReportModel } from "../model/report-model";
import { palette } from "../palette";
import { counted } from "../text/format";
import { styles } from "../theme";
import { TaggedText } from "./tagged";

const factsOf = ({ day, pagesScanned, standard, brand }: ReportModel): string =>
  [
    day,
    pagesScanned === null ? "pages not measured" : counted(pagesScanned, "page"),
    standard.slice(0, 60),
    `prepared by ${brand.name?.slice(0, 80) ?? "Curbcut"}`,
  ].join(" · ");

/** Head of a short document that has no cover. */
export const Letterhead = ({ model, title }: { model: ReportModel; title: string }) => (
  <View style={{ marginBottom: 18 }} wrap={false}>
    <View style={{ height: 4, width: 56, backgroundColor: model.brand.accent, marginBottom: 14 }} />
    <TaggedText
      structure={{ tag: "H1", bookmark: { title, level: 1 }, destination: "top" }}
      style={{ fontSize: 22, lineHeight: 1.25, fontWeight: 600, maxLines: 3, textOverflow: "ellipsis" }}
    >
      {title}
      <Text style={{ color: model.brand.accent }}>{`: ${model.site.name}`}</Text>
    </TaggedText>
    <TaggedText
      structure={{ tag: "P" }}
      style={[styles.small, { marginTop: 4, color: palette.quiet, maxLines: 2, textOverflow: "ellipsis" }]}
    >
      {factsOf(model)}
    </TaggedText>
  </View>
);
