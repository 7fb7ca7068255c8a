import { Text, View } from "@react-pdf/renderer";
import { report } from "@/messages/texts/report";
import { palette } from "../palette";
import { PageNumber, TaggedLink, TaggedText, TaggedView } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { styles } from "../theme";

export type ContentsLine = { title: string; anchor: string; level: 1 | 2 };

const TITLE_LENGTH = 90;

const Line = ({ title, anchor, level }: ContentsLine) => (
  <TaggedView
    structure={{ tag: "TOCI" }}
    style={{ marginTop: level === 1 ? 6 : 0, paddingLeft: level === 1 ? 0 : 16 }}
    wrap={false}
  >
    <TaggedView structure={{ tag: "Reference" }}>
      <TaggedLink
        src={`#${anchor}`}
        structure={{ tag: "Link", alt: report.goTo({ title: shorten(title, TITLE_LENGTH) }) }}
        style={{ flexDirection: "row", color: palette.ink, textDecoration: "none", minHeight: 18 }}
      >
        <View style={{ flex: 1 }}>
          <Text style={{ fontWeight: level === 1 ? 600 : 400 }}>{shorten(title, TITLE_LENGTH)}</Text>
        </View>
        <PageNumber destination={anchor} />
      </TaggedLink>
    </TaggedView>
  </TaggedView>
);

export const Contents = ({ lines }: { lines: readonly ContentsLine[] }) => (
  <>
    <TaggedText
      structure={{ tag: "H2", bookmark: { title: report.sections.contents, level: 1 }, destination: "contents" }}
      style={styles.h2}
    >
      {report.sections.contents}
    </TaggedText>
    <TaggedView structure={{ tag: "TOC" }}>
      {lines.map((line) => (
        <Line key={line.anchor} {...line} />
      ))}
    </TaggedView>
  </>
);
