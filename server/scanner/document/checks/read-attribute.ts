import type { PdfDict, PdfValue } from "../pdf/values";
import type { CheckContext } from "./context";

const MAX_CLASSES = 10;

/** Returns an attribute that an element sets itself or through its classes (ISO 32000-1, 14.7.5). */
export const readAttribute = ({ file, catalog }: CheckContext, dict: PdfDict, key: string): PdfValue => {
  const own = file.oneOrMore(dict.get("A"));
  const classes = file.dict(file.dict(catalog.get("StructTreeRoot"))?.get("ClassMap"));
  const byClass = file
    .oneOrMore(dict.get("C"))
    .slice(0, MAX_CLASSES)
    .flatMap((name) => file.oneOrMore(classes?.get(file.name(name) ?? "")).slice(0, MAX_CLASSES));
  for (const value of [...own.slice(0, MAX_CLASSES), ...byClass]) {
    const found = file.dict(value)?.get(key);
    if (found !== undefined) return file.get(found);
  }
  return null;
};
