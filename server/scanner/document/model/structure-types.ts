/** The standard structure types of ISO 32000-1, 14.8.4. */
const standardTypes: ReadonlySet<string> = new Set(
  [
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private",
    "P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot",
    "Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form",
  ]
    .join(" ")
    .split(" "),
);

export const isStandardType = (type: string): boolean => standardTypes.has(type) || /^H[1-9]\d?$/.test(type);

/** Returns the level of a numbered heading, or null for other types. */
export const headingLevel = (type: string): number | null => (/^H[1-9]\d?$/.test(type) ? Number(type.slice(1)) : null);
