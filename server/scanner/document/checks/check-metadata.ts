import { findPrefixes, readProperty, readXml } from "../model/xmp";
import type { CheckContext } from "./context";

const checkIdentifier = (xml: string, { report }: CheckContext): void => {
  const prefixes = findPrefixes(xml, "http://www.aiim.org/pdfua/ns/id/");
  const read = (name: string) =>
    prefixes.flatMap((prefix) => {
      const text = readProperty(xml, `${prefix}:${name}`);
      return text === null ? [] : [{ prefix, text }];
    })[0];
  const [part, amendment, corrigendum] = [read("part"), read("amd"), read("corr")];
  if (!part && !amendment && !corrigendum) report("5-1");
  else if (part?.text.trim() !== "1") report("5-2");
  if (part && part.prefix !== "pdfuaid") report("5-3");
  if (amendment && amendment.prefix !== "pdfuaid") report("5-4");
  if (corrigendum && corrigendum.prefix !== "pdfuaid") report("5-5");
};

const checkTitle = (xml: string, { report }: CheckContext): void => {
  const [prefix = "dc"] = findPrefixes(xml, "http://purl.org/dc/elements/1.1/");
  const start = xml.indexOf(`<${prefix}:title`);
  const end = xml.indexOf(`</${prefix}:title`, start);
  if (start < 0 || end < 0) {
    if (!readProperty(xml, `${prefix}:title`)) report("7.1-9");
    return;
  }
  const title = xml.slice(start, end);
  if (title.replaceAll(/<[^<>]*>/g, "").trim() === "") report("7.1-9");
};

const MAX_ALTERNATIVES = 1_000;

/**
 * Checks that properties that can have text in several languages specify a language. The value x-default doesn't
 * specify one.
 */
const checkLanguages = (xml: string, { report, hasLanguage }: CheckContext): void => {
  if (hasLanguage) return;
  const [prefix = "rdf"] = findPrefixes(xml, "http://www.w3.org/1999/02/22-rdf-syntax-ns#");
  for (const part of xml.split(`<${prefix}:Alt>`, MAX_ALTERNATIVES).slice(1)) {
    const [list = ""] = part.split(`</${prefix}:Alt>`, 1);
    const languages = [...list.matchAll(/xml:lang=(["'])([^"'<>]{1,100})\1/g)].map(([, , language]) => language);
    if (languages.includes("x-default") && languages.every((language) => language === "x-default")) {
      report("7.2-33");
      return;
    }
  }
};

/** Checks the metadata and everything else that concerns the document as a whole. */
export const checkMetadata = (context: CheckContext): void => {
  const { file, catalog, report } = context;
  const metadata = file.content(catalog.get("Metadata"));
  if (metadata) {
    const xml = readXml(metadata);
    checkIdentifier(xml, context);
    checkTitle(xml, context);
    checkLanguages(xml, context);
  } else report("7.1-8");
  if (file.get(file.dict(catalog.get("ViewerPreferences"))?.get("DisplayDocTitle")) !== true) report("7.1-10");
};
