import type { Impact } from "@/server/core/impact";

interface Clause {
  ruleId: string;
  criteria: readonly string[];
  impact: Impact;
  message: string;
  needsReview?: boolean;
}

const group = <Ids extends string>(
  ruleId: string,
  criteria: readonly string[],
  impact: Impact,
  messages: Readonly<Record<Ids, string>>,
): Record<Ids, Clause> =>
  Object.fromEntries(
    Object.entries<string>(messages).map(([id, message]) => [id, { ruleId, criteria, impact, message }]),
  ) as Record<Ids, Clause>;

/**
 * The checks, by clause of ISO 14289-1 (PDF/UA-1) and number of the check in the clause. The numbers are those that
 * veraPDF uses, so that results can be compared with veraPDF's.
 */
export const clauses = {
  ...group("pdf-identifier", [], "minor", {
    "5-1": "The metadata doesn't say that the document conforms to PDF/UA (pdfuaid:part).",
    "5-2": "The PDF/UA part in the metadata isn't 1.",
    "5-3": "The property for the PDF/UA part doesn't have the prefix pdfuaid.",
    "5-4": "The property for the PDF/UA amendment doesn't have the prefix pdfuaid.",
    "5-5": "The property for the PDF/UA corrigendum doesn't have the prefix pdfuaid.",
  }),
  ...group("pdf-version", [], "minor", {
    "6.1-1": "The first line of the file doesn't specify a PDF version from 1.0 to 1.7.",
  }),
  ...group("pdf-tagged", ["1.3.1", "1.3.2", "4.1.2"], "critical", {
    "6.2-1": "The document isn't marked as tagged (MarkInfo, Marked).",
    "7.1-11": "The document has no structure tree. Screen readers can only guess its structure.",
  }),
  ...group("pdf-content-tagged", ["1.3.1", "1.3.2"], "serious", {
    "7.1-1": "Decorative content (an artifact) is inside tagged content.",
    "7.1-2": "Tagged content is inside decorative content (an artifact).",
    "7.1-3": "Content is neither tagged nor marked as decorative (an artifact).",
  }),
  ...group("pdf-suspect-tags", ["1.3.1"], "moderate", {
    "7.1-4": "The program that created the document marked its tags as unreliable (Suspects).",
  }),
  ...group("pdf-role-map", ["1.3.1", "4.1.2"], "serious", {
    "7.1-5": "A non-standard tag isn't mapped to a standard tag.",
    "7.1-6": "The mapping of a non-standard tag is circular.",
    "7.1-7": "A standard tag is mapped to another tag.",
  }),
  ...group("pdf-metadata", ["2.4.2"], "serious", {
    "7.1-8": "The document has no metadata stream, which would contain its title.",
  }),
  ...group("pdf-title", ["2.4.2"], "serious", {
    "7.1-9": "The metadata contains no title (dc:title).",
    "7.1-10": "The window shows the file name instead of the title (DisplayDocTitle).",
  }),
  ...group("pdf-language", ["3.1.1"], "serious", {
    "7.2-2": "The language of the bookmarks isn't specified.",
    "7.2-33": "The language of the metadata isn't specified.",
    "7.2-34": "The language of text isn't specified.",
  }),
  ...group("pdf-text-language", ["3.1.1", "3.1.2"], "moderate", {
    "7.2-21": "The language of replacement text (ActualText) isn't specified.",
    "7.2-22": "The language of alternative text isn't specified.",
    "7.2-23": "The language of an abbreviation's expansion isn't specified.",
    "7.2-24": "The language of an annotation's description isn't specified.",
    "7.2-25": "The language of a form field's description isn't specified.",
    "7.2-30": "The language of replacement text (ActualText) within text isn't specified.",
    "7.2-31": "The language of alternative text within text isn't specified.",
    "7.2-32": "The language of an abbreviation's expansion within text isn't specified.",
  }),
  ...group("pdf-valid-language", ["3.1.1", "3.1.2"], "serious", {
    "7.2-29": "A language isn't specified by a valid language tag. An example of a valid tag is en-GB.",
  }),
  ...group("pdf-table-structure", ["1.3.1"], "serious", {
    "7.2-3": "A table contains something other than rows, row groups and one caption at its beginning or end.",
    "7.2-4": "A table row isn't in a table or row group.",
    "7.2-5": "A table header group isn't in a table.",
    "7.2-6": "A table body isn't in a table.",
    "7.2-7": "A table footer group isn't in a table.",
    "7.2-8": "A header cell isn't in a table row.",
    "7.2-9": "A data cell isn't in a table row.",
    "7.2-10": "A table row contains something other than cells.",
    "7.2-11": "A table has more than one header group.",
    "7.2-12": "A table has more than one footer group.",
    "7.2-13": "A table has a footer group but no body.",
    "7.2-14": "A table has a header group but no body.",
    "7.2-15": "Table cells overlap.",
    "7.2-36": "A table header group contains something other than rows.",
    "7.2-37": "A table body contains something other than rows.",
    "7.2-38": "A table footer group contains something other than rows.",
    "7.2-41": "A cell extends below the last row of its table.",
    "7.2-42": "A table row has more columns than the first row.",
    "7.2-43": "A table row has fewer columns than the first row.",
  }),
  ...group("pdf-list-structure", ["1.3.1"], "serious", {
    "7.2-17": "A list item isn't in a list.",
    "7.2-18": "The body of a list item isn't in a list item.",
    "7.2-19": "A list contains something other than list items, lists and one caption.",
    "7.2-20": "A list item contains something other than a label and a body.",
    "7.2-40": "A list's caption isn't its first child.",
  }),
  ...group("pdf-contents-structure", ["1.3.1"], "moderate", {
    "7.2-26": "A table-of-contents entry isn't in a table of contents.",
    "7.2-27": "A table of contents contains something other than entries, tables of contents and one caption.",
    "7.2-28": "The caption of a table of contents isn't its first child.",
  }),
  ...group("pdf-figure-alt", ["1.1.1"], "critical", {
    "7.3-1": "A figure has neither alternative text nor replacement text.",
  }),
  ...group("pdf-formula-alt", ["1.1.1"], "serious", {
    "7.7-1": "A formula has neither alternative text nor replacement text.",
  }),
  ...group("pdf-heading-order", ["1.3.1", "2.4.6"], "moderate", {
    "7.4.2-1": "A heading skips a level.",
  }),
  ...group("pdf-heading-types", ["1.3.1"], "moderate", {
    "7.4.4-1": "A section contains more than one unnumbered heading (H).",
    "7.4.4-2": "An unnumbered heading (H) is in a document with numbered headings.",
    "7.4.4-3": "A numbered heading is in a document with unnumbered headings (H).",
  }),
  ...group("pdf-table-headers", ["1.3.1"], "serious", {
    "7.5-1": "A data cell has no header cell with a scope in its row or column, and doesn't refer to any header cells.",
    "7.5-2": "A table cell refers to a header cell that doesn't exist.",
  }),
  ...group("pdf-notes", ["1.3.1"], "minor", {
    "7.9-1": "A note has no ID.",
    "7.9-2": "Several notes have the same ID.",
  }),
  ...group("pdf-optional-content", ["1.3.1"], "minor", {
    "7.10-1": "A layer configuration has no name.",
    "7.10-2": "A layer configuration changes the visibility of layers automatically (AS).",
  }),
  ...group("pdf-embedded-files", ["2.4.4"], "minor", {
    "7.11-1": "The description of an embedded file lacks one of its two file names (F and UF).",
    "7.18.7-1": "The description of an attached file lacks one of its two file names (F and UF).",
  }),
  ...group("pdf-dynamic-form", ["4.1.2"], "critical", {
    "7.15-1": "The document contains a dynamic XFA form.",
  }),
  ...group("pdf-security", [], "critical", {
    "7.16-1": "The document's security settings don't allow assistive technology to read it.",
  }),
  ...group("pdf-annotations", ["1.3.1", "4.1.2"], "serious", {
    "7.18.1-1": "An annotation isn't in an Annot tag.",
    "7.18.2-1": "The document contains an annotation of the type TrapNet.",
    "7.18.8-1": "A printer's mark is in the structure tree.",
  }),
  ...group("pdf-annotation-text", ["1.1.1", "4.1.2"], "serious", {
    "7.18.1-2": "An annotation has neither a description nor alternative text.",
  }),
  ...group("pdf-field-name", ["1.3.1", "3.3.2", "4.1.2"], "critical", {
    "7.18.1-3": "A form field has neither a description (TU) nor alternative text.",
  }),
  ...group("pdf-tab-order", ["2.4.3"], "serious", {
    "7.18.3-1": "On a page with annotations, the tab order doesn't follow the structure (Tabs).",
  }),
  ...group("pdf-form-tags", ["1.3.1", "4.1.2"], "serious", {
    "7.18.4-1": "A form field isn't in a Form tag.",
    "7.18.4-2": "A Form tag contains something other than a single form field.",
  }),
  ...group("pdf-links", ["1.3.1", "2.4.4", "4.1.2"], "serious", {
    "7.18.5-1": "A link isn't in a Link tag.",
    "7.18.5-2": "A link has no description (Contents).",
  }),
  ...group("pdf-media", ["1.1.1", "1.2.1"], "serious", {
    "7.18.6.2-1": "A media clip doesn't specify its content type.",
    "7.18.6.2-2": "A media clip has no valid alternative text.",
  }),
  ...group("pdf-external-content", ["1.3.1"], "serious", {
    "7.20-1": "The document contains content from another document (a reference XObject).",
    "7.20-2": "Tagged content is drawn more than once, but is in the structure tree only once.",
  }),
  ...group("pdf-font-encoding", ["1.3.1", "1.4.5"], "moderate", {
    "7.21.3.1-1": "The character collections of a composite font and its CMap differ.",
    "7.21.3.2-1": "A composite TrueType font doesn't map characters to glyphs (CIDToGIDMap).",
    "7.21.3.3-1": "A CMap is neither predefined nor embedded.",
    "7.21.3.3-2": "The writing mode of an embedded CMap differs from that of its dictionary.",
    "7.21.3.3-3": "A CMap refers to another CMap that isn't predefined.",
    "7.21.6-2": "The encoding of a non-symbolic TrueType font isn't a standard encoding.",
    "7.21.6-3": "A symbolic TrueType font has an encoding.",
  }),
  ...group("pdf-font-embedded", ["1.4.5"], "moderate", {
    "7.21.4.1-1": "A font isn't embedded.",
    "7.21.4.2-1": "The list of characters in an embedded Type 1 font (CharSet) is incomplete.",
    "7.21.4.2-2": "The list of characters in an embedded composite font (CIDSet) is incomplete.",
  }),
  ...group("pdf-font-unicode", ["1.1.1", "1.3.1"], "critical", {
    "7.21.7-1": "Characters of a font can't be converted to Unicode. Screen readers can't read them.",
    "7.21.7-2": "Characters of a font are mapped to invalid Unicode values.",
  }),
  ...group("pdf-missing-glyphs", ["1.1.1", "1.3.1"], "serious", {
    "7.21.8-1": "Text contains characters that the font doesn't have (.notdef).",
  }),
  "7.17-1": {
    ruleId: "pdf-bookmarks",
    criteria: ["2.4.5"],
    impact: "moderate",
    message: "A long document has no bookmarks.",
    needsReview: true,
  },
  "7.4-1": {
    ruleId: "pdf-headings",
    criteria: ["1.3.1", "2.4.6"],
    impact: "moderate",
    message: "A document with several pages has no headings.",
    needsReview: true,
  },
} as const satisfies Record<string, Clause>;

export type ClauseId = keyof typeof clauses;
