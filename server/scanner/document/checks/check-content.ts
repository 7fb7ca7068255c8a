import { ContentReader, type Mark, type ShownText } from "../model/content-reader";
import type { PdfDict } from "../pdf/values";
import { checkFonts } from "./check-fonts";
import { checkMarkLanguage, hasLanguageFor } from "./check-languages";
import type { CheckContext } from "./context";
import { FontUse } from "./font-use";

const isArtifact = ({ tag }: Mark): boolean => tag === "Artifact";
const isTagged = ({ owner }: Mark): boolean => owner !== null;

/** Checks what the pages draw, and the fonts that they use. */
export const checkContent = (context: CheckContext): void => {
  const { file, structure, pages, report, hasLanguage } = context;
  const fonts = new FontUse();
  const drawn = new Set<PdfDict>();
  // The pages with untagged content, and those with text in an unspecified language. These findings are counted once
  // per page, because each word may be drawn by a separate operator.
  const untagged = new Set<number>();
  const unspecified = new Set<number>();
  const reader = new ContentReader(file, structure, {
    mark: (mark, around, page) => {
      if (isArtifact(mark) && around.some(isTagged)) report("7.1-1", page.number);
      if (isTagged(mark) && around.some(isArtifact)) report("7.1-2", page.number);
      checkMarkLanguage(context, mark, around, page);
    },
    paint: (marks, page) => {
      if (!marks.some((mark) => isArtifact(mark) || isTagged(mark))) untagged.add(page.number);
    },
    form: (form, page) => {
      if (form.has("Ref")) report("7.20-1", page.number);
      if (drawn.has(form) && structure.ownersOfContent.has(form)) report("7.20-2", page.number);
      drawn.add(form);
    },
    text: (shown: ShownText) => {
      fonts.add(shown);
      if (!hasLanguage && !shown.marks.some(isArtifact) && !hasLanguageFor(context, shown.marks))
        unspecified.add(shown.page.number);
    },
  });
  try {
    for (const page of pages) reader.readPage(page);
  } finally {
    for (const page of untagged) report("7.1-3", page);
    for (const page of unspecified) report("7.2-34", page);
    // Checks the fonts even if the budget was used up, because the fonts of the pages read so far can often still be
    // checked.
    checkFonts(context, fonts);
  }
};
