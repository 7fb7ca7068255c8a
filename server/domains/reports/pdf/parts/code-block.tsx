import { Text, View } from "@react-pdf/renderer";
import { type FailingPart, markFailingPart, type SnippetPart } from "@/server/domains/audits/rules";
import { palette } from "../palette";
import { breakLines, shorten } from "../text/break-lines";
import { CODE_SIZE, CONTENT_WIDTH, styles } from "../theme";
import { columnsIn } from "./basics";
import { TaggedText } from "./tagged";

const SNIPPET_LENGTH = 600;
const PADDING = 8;

const keepWord = (word: string | null): string[] => (word ? [word] : []);

// Computes the line breaks of the joined text, and returns the parts with the line breaks that fall within them.
const breakParts = (parts: readonly SnippetPart[], columns: number): SnippetPart[] => {
  const lines = breakLines(parts.map(({ text }) => text).join(""), columns).join("\n");
  let position = 0;
  return parts.map(({ text, highlighted }) => {
    const start = position;
    let left = 0;
    while (left < text.length && position < lines.length) {
      if (lines[position] === text[left]) left += 1;
      position += 1;
    }
    return { text: lines.slice(start, position), highlighted };
  });
};

type CodeProps = { html: string; failingPart: FailingPart; mark: string; width?: number };

/** A snippet of markup in which weight, underline and colour mark the failing part. */
export const CodeBlock = ({ html, failingPart, mark, width = CONTENT_WIDTH }: CodeProps) => {
  const snippet = shorten(html.replaceAll(/\s+/g, " ").trim(), SNIPPET_LENGTH);
  const columns = columnsIn(width - 2 * PADDING, CODE_SIZE);
  const parts = breakParts(markFailingPart(snippet, failingPart), columns);
  return (
    <View style={{ backgroundColor: palette.panel, borderRadius: 4, padding: PADDING }} wrap={false}>
      <TaggedText structure={{ tag: "Code", actualText: snippet }} style={styles.code} hyphenationCallback={keepWord}>
        {parts.map(({ text, highlighted }, index) => (
          <Text
            // biome-ignore lint/suspicious/noArrayIndexKey: printed text never changes
            key={index}
            style={highlighted ? { fontWeight: 600, color: mark, textDecoration: "underline" } : {}}
          >
            {text}
          </Text>
        ))}
      </TaggedText>
    </View>
  );
};
