import { Text, View, type ViewProps } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { MONO_ADVANCE } from "../fonts";
import { palette } from "../palette";
import type { Structure } from "../tagging/structure";
import { breakLines } from "../text/break-lines";
import { ADDRESS_SIZE, styles } from "../theme";
import { TaggedLink, TaggedText, TaggedView } from "./tagged";

type Style = NonNullable<ViewProps["style"]>;
type Children = { children?: ReactNode };

export const Paragraph = ({ children, style }: Children & { style?: Style }) => (
  <TaggedText structure={{ tag: "P" }} style={[styles.paragraph, style]}>
    {children}
  </TaggedText>
);

type SectionProps = Children & {
  title: string;
  number?: number | string;
  anchor: string;
  accent: string;
  newPage?: boolean | undefined;
};

/**
 * A section of the document, with a heading, a bookmark and a link target for its entry in the contents. Doesn't render
 * a box, because React-PDF can't break boxes that are thousands of points high, so `children` must be direct children
 * of the page.
 */
export const Section = ({ title, number, anchor, accent, newPage = false, children }: SectionProps) => {
  const full = number === undefined ? title : `${number} ${title}`;
  const structure: Structure = { tag: "H2", destination: anchor, bookmark: { title: full, level: 1 } };
  return (
    <>
      <TaggedText
        structure={structure}
        style={[styles.h2, newPage ? {} : { marginTop: 20 }]}
        minPresenceAhead={90}
        break={newPage}
      >
        {number === undefined ? null : <Text style={{ color: accent }}>{`${number}  `}</Text>}
        {title}
      </TaggedText>
      {children}
    </>
  );
};

export const SubHeading = ({ children, style }: Children & { style?: Style }) => (
  <TaggedText
    structure={{ tag: "H3" }}
    style={[styles.h3, { marginTop: 10, marginBottom: 5 }, style]}
    minPresenceAhead={120}
  >
    {children}
  </TaggedText>
);

type ListProps = { items: readonly ReactNode[]; numbered?: boolean; gap?: number };

export const List = ({ items, numbered = false, gap = 4 }: ListProps) => (
  <TaggedView structure={{ tag: "L", numbering: numbered ? "Decimal" : "Disc" }} style={{ marginBottom: 8 }}>
    {items.map((item, index) => (
      <TaggedView
        // biome-ignore lint/suspicious/noArrayIndexKey: a printed list never changes
        key={index}
        structure={{ tag: "LI" }}
        style={{ flexDirection: "row", marginBottom: gap }}
        wrap={false}
      >
        <TaggedText structure={{ tag: "Lbl" }} style={{ width: 18, fontWeight: numbered ? 600 : 400 }}>
          {numbered ? `${index + 1}.` : "•"}
        </TaggedText>
        <TaggedView structure={{ tag: "LBody" }} style={{ flex: 1 }}>
          {typeof item === "string" ? <Text>{item}</Text> : item}
        </TaggedView>
      </TaggedView>
    ))}
  </TaggedView>
);

const keepWord = (word: string | null): string[] => (word ? [word] : []);

type MonoProps = { text: string; width: number; color?: string; tag?: Structure["tag"] };

/** Returns how many monospaced characters fit on a line, less one for the line break itself. */
export const columnsIn = (width: number, size: number): number =>
  Math.max(8, Math.floor(width / (size * MONO_ADVANCE)) - 1);

/** A URL or selector, wrapped to the width without hyphens and read out as a whole. */
export const Address = ({ text, width, color = palette.ink, tag = "Span" }: MonoProps) => {
  const lines = breakLines(text, columnsIn(width, ADDRESS_SIZE));
  const structure: Structure = lines.length > 1 ? { tag, actualText: text } : { tag };
  return (
    <TaggedText structure={structure} style={[styles.address, { color }]} hyphenationCallback={keepWord}>
      {lines.join("\n")}
    </TaggedText>
  );
};

type WebLinkProps = Children & { address: string; description: string; style?: Style };

/** A link to the web. Its text must state where it leads; `description` is the alternative text of the annotation. */
export const WebLink = ({ address, description, style, children }: WebLinkProps) => (
  <TaggedLink
    src={address}
    structure={{ tag: "Link", alt: description }}
    style={[{ textDecoration: "underline", color: palette.ink }, style]}
  >
    {children}
  </TaggedLink>
);

/** A note that something wasn't measured. */
export const NotMeasured = ({ text }: { text: string }) => (
  <View style={{ backgroundColor: palette.panel, padding: 10, borderRadius: 4 }}>
    <TaggedText structure={{ tag: "P" }} style={{ color: palette.quiet }}>
      {text}
    </TaggedText>
  </View>
);
