import { palette } from "./palette";

// A4 in points.
export const PAGE_WIDTH = 595.28;
export const PAGE_HEIGHT = 841.89;
export const MARGIN = { top: 60, right: 60, bottom: 64, left: 60 };
export const CONTENT_WIDTH = PAGE_WIDTH - MARGIN.left - MARGIN.right;
export const CONTENT_HEIGHT = PAGE_HEIGHT - MARGIN.top - MARGIN.bottom;

export const CODE_SIZE = 8;
export const ADDRESS_SIZE = 8;

// React-PDF's line heights are multiples of the font size.
export const styles = {
  page: {
    paddingTop: MARGIN.top,
    paddingRight: MARGIN.right,
    paddingBottom: MARGIN.bottom,
    paddingLeft: MARGIN.left,
    fontFamily: "sans",
    fontSize: 10,
    lineHeight: 1.5,
    color: palette.ink,
  },
  h1: { fontSize: 32, fontWeight: 600, lineHeight: 1.2 },
  h2: { fontSize: 20, fontWeight: 600, lineHeight: 1.25, marginBottom: 10 },
  h3: { fontSize: 13, fontWeight: 600, lineHeight: 1.35 },
  h4: { fontSize: 9, fontWeight: 600, lineHeight: 1.5, color: palette.quiet },
  lead: { fontSize: 12, lineHeight: 1.5 },
  body: { fontSize: 9.5, lineHeight: 1.45 },
  paragraph: { marginBottom: 8 },
  strong: { fontWeight: 600 },
  small: { fontSize: 8.5, lineHeight: 1.45, color: palette.quiet },
  address: { fontFamily: "mono", fontSize: ADDRESS_SIZE, lineHeight: 1.45, fontFeatureSettings: { calt: 0 } },
  code: { fontFamily: "mono", fontSize: CODE_SIZE, lineHeight: 1.5, fontFeatureSettings: { calt: 0 } },
} as const;
