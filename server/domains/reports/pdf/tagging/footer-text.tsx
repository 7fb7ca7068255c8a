import { Document, Page, Text } from "@react-pdf/renderer";
import { palette } from "../palette";
import { MARGIN, PAGE_WIDTH, styles } from "../theme";
import { FOOTER_SIZE, FOOTER_TOP } from "./page-furniture";

const PAGE_NUMBER_ROOM = 90;

/** Returns an element tree that contains only the text on the left of a footer, in its position. */
export const footerText = (text: string) => (
  <Document>
    <Page size="A4" style={{ fontFamily: styles.page.fontFamily }}>
      <Text
        style={{
          position: "absolute",
          top: FOOTER_TOP,
          left: MARGIN.left,
          width: PAGE_WIDTH - MARGIN.left - MARGIN.right - PAGE_NUMBER_ROOM,
          textAlign: "left",
          fontSize: FOOTER_SIZE,
          lineHeight: 1.2,
          maxLines: 1,
          textOverflow: "ellipsis",
          color: palette.quiet,
        }}
      >
        {text}
      </Text>
    </Page>
  </Document>
);
