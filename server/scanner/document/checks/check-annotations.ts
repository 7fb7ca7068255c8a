import { listAnnotations, type Page } from "../model/page-list";
import type { StructureElement } from "../model/structure";
import type { PdfDict } from "../pdf/values";
import type { CheckContext } from "./context";
import { readAttribute } from "./read-attribute";

const HIDDEN = 2;
const MAX_PARENTS = 50;

interface Annotation {
  dict: PdfDict;
  type: string;
  owner: StructureElement | null;
  page: Page;
}

const readBox = ({ file }: CheckContext, dict: PdfDict, key: string): number[] | null => {
  const numbers = file
    .list(dict.get(key))
    .slice(0, 4)
    .map((value) => file.number(value) ?? 0);
  return numbers.length === 4 ? numbers : null;
};

const findBox = (context: CheckContext, page: PdfDict): number[] | null => {
  let current: PdfDict | null = page;
  for (let count = 0; current && count < MAX_PARENTS; count += 1) {
    const box = readBox(context, current, "CropBox") ?? readBox(context, current, "MediaBox");
    if (box) return box;
    current = context.file.dict(current.get("Parent"));
  }
  return null;
};

/** Reports whether an annotation is hidden or entirely outside its page. */
const isInvisible = (context: CheckContext, { dict, page }: Annotation): boolean => {
  if (((context.file.number(dict.get("F")) ?? 0) & HIDDEN) !== 0) return true;
  const [rectangle, box] = [readBox(context, dict, "Rect"), findBox(context, page.dict)];
  if (!rectangle || !box) return false;
  const range = (values: readonly number[], at: number): [number, number] => {
    const [one = 0, other = 0] = [values[at], values[at + 2]];
    return [Math.min(one, other), Math.max(one, other)];
  };
  return [0, 1].some((at) => {
    const [[low, high], [least, most]] = [range(rectangle, at), range(box, at)];
    return high <= least || low >= most;
  });
};

/** Returns a form field's text for a key; the field may inherit it from a parent field. */
const readFieldText = ({ file }: CheckContext, dict: PdfDict, key: string): string | null => {
  let current: PdfDict | null = dict;
  for (let count = 0; current && count < MAX_PARENTS; count += 1) {
    const text = file.text(current.get(key));
    if (text) return text;
    current = file.dict(current.get("Parent"));
  }
  return null;
};

const alternativeOf = ({ file }: CheckContext, owner: StructureElement | null): string | null =>
  owner && (file.text(owner.dict.get("Alt")) || null);

const checkField = (context: CheckContext, annotation: Annotation): void => {
  const { dict, owner, page } = annotation;
  const description = readFieldText(context, dict, "TU");
  if (owner?.type !== "Form") context.report("7.18.4-1", page.number);
  if (!description && !alternativeOf(context, owner)) context.report("7.18.1-3", page.number);
  if (description && !context.hasLanguage && !owner?.language) context.report("7.2-25", page.number);
};

const checkLink = (context: CheckContext, { dict, owner, page }: Annotation): void => {
  if (owner?.type !== "Link") context.report("7.18.5-1", page.number);
  if (!context.file.text(dict.get("Contents"))) context.report("7.18.5-2", page.number);
};

const checkDescription = (context: CheckContext, { dict, owner, page }: Annotation): void => {
  if (!context.file.text(dict.get("Contents")) && !alternativeOf(context, owner))
    context.report("7.18.1-2", page.number);
};

const checkOther = (context: CheckContext, { owner, page }: Annotation): void => {
  if (owner?.type !== "Annot") context.report("7.18.1-1", page.number);
};

const checkFile = ({ file, report }: CheckContext, { dict, page }: Annotation): void => {
  const specification = file.dict(dict.get("FS"));
  if (specification && !(file.text(specification.get("F")) && file.text(specification.get("UF"))))
    report("7.18.7-1", page.number);
};

const checkAnnotation = (context: CheckContext, annotation: Annotation): void => {
  const { type, dict, owner, page } = annotation;
  if (type === "TrapNet") context.report("7.18.2-1", page.number);
  if (type === "PrinterMark" && owner) context.report("7.18.8-1", page.number);
  if (type === "FileAttachment") checkFile(context, annotation);
  if (type === "Popup" || type === "PrinterMark" || isInvisible(context, annotation)) return;
  const hasDescription = Boolean(context.file.text(dict.get("Contents")));
  if (hasDescription && !context.hasLanguage && !owner?.language) context.report("7.2-24", page.number);
  if (type === "Widget") {
    checkField(context, annotation);
    return;
  }
  checkDescription(context, annotation);
  if (type === "Link") checkLink(context, annotation);
  else checkOther(context, annotation);
};

const checkForms = (context: CheckContext): void => {
  for (const { dict, type, objects, children, page } of context.structure.elements) {
    const hasSeveral = type === "Form" && objects.length > 1 && children.length === 0;
    if (hasSeveral && readAttribute(context, dict, "Role") === null) context.report("7.18.4-2", page);
  }
};

export const checkAnnotations = (context: CheckContext): void => {
  for (const page of context.pages) {
    const annotations = listAnnotations(context.file, page);
    if (annotations.length > 0 && context.file.name(page.dict.get("Tabs")) !== "S")
      context.report("7.18.3-1", page.number);
    for (const { id, dict } of annotations) {
      const type = context.file.name(dict.get("Subtype")) ?? "";
      checkAnnotation(context, { dict, type, owner: context.structure.owner(dict, id), page });
    }
  }
  checkForms(context);
};
