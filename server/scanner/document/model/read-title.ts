import type { PdfFile } from "../pdf/pdf-file";
import { findPrefixes, readProperty, readXml } from "./xmp";

const MAX_TITLE = 300;

const characters: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&amp;": "&",
};

const toPlain = (xml: string): string =>
  xml.replaceAll(/<[^<>]*>/g, "").replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => characters[entity] ?? entity);

const readFromMetadata = (xml: string): string => {
  const [prefix = "dc"] = findPrefixes(xml, "http://purl.org/dc/elements/1.1/");
  const start = xml.indexOf(`<${prefix}:title`);
  const end = xml.indexOf(`</${prefix}:title`, start);
  if (start < 0 || end < 0) return toPlain(readProperty(xml, `${prefix}:title`) ?? "");
  const [first = ""] = xml.slice(start, end).split(/<\/[\w.-]{1,40}:li>/, 1);
  return toPlain(first);
};

/** Returns the title in the metadata or, failing that, in the information dictionary; null if there is none. */
export const readTitle = (file: PdfFile): string | null => {
  const metadata = file.content(file.catalog?.get("Metadata"));
  const told = metadata ? readFromMetadata(readXml(metadata)).trim() : "";
  const title = told || (file.text(file.dict(file.trailer.get("Info"))?.get("Title")) ?? "");
  return (
    title
      .slice(0, 10_000)
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim()
      .slice(0, MAX_TITLE) || null
  );
};
