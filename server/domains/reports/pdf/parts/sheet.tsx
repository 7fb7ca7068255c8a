import { Page, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { CONTENT_HEIGHT, styles } from "../theme";

/** Exactly one page. Content that doesn't fit is cut off above the footer. */
export const Sheet = ({ children }: { children: ReactNode }) => (
  <Page size="A4" style={styles.page} experimentalPagination wrap={false}>
    <View style={{ height: CONTENT_HEIGHT, overflow: "hidden" }}>{children}</View>
  </Page>
);
