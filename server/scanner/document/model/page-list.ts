import type { PdfFile } from "../pdf/pdf-file";
import { type PdfDict, PdfRef, type PdfValue } from "../pdf/values";

export interface Page {
  number: number;
  dict: PdfDict;
  resources: PdfDict | null;
}

const MAX_PAGES = 50_000;

interface Branch {
  value: PdfValue;
  resources: PdfDict | null;
}

/**
 * Returns the pages in order. Reads each node of the page tree only once, so that cycles can't cause an endless loop.
 */
export const listPages = (file: PdfFile): Page[] => {
  const pages: Page[] = [];
  const seen = new Set<PdfDict>();
  const open: Branch[] = [{ value: file.catalog?.get("Pages") ?? null, resources: null }];
  while (open.length > 0 && pages.length < MAX_PAGES) {
    const { value, resources: inherited } = open.pop() ?? { value: null, resources: null };
    const dict = file.dict(value);
    if (!dict || seen.has(dict)) continue;
    file.budget.spend();
    seen.add(dict);
    const resources = file.dict(dict.get("Resources")) ?? inherited;
    if (!dict.has("Kids")) pages.push({ number: pages.length + 1, dict, resources });
    const kids = file.list(dict.get("Kids"));
    file.budget.queue(open.length + kids.length);
    for (const kid of kids.toReversed()) open.push({ value: kid, resources });
  }
  return pages;
};

/** Returns the annotations of a page with the numbers of their objects. */
export const listAnnotations = (file: PdfFile, page: Page): { id: number | null; dict: PdfDict }[] =>
  file.list(page.dict.get("Annots")).flatMap((value) => {
    file.budget.spend();
    const dict = file.dict(value);
    return dict ? [{ id: value instanceof PdfRef ? value.id : null, dict }] : [];
  });
