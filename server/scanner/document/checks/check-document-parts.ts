import type { PdfDict, PdfValue } from "../pdf/values";
import type { CheckContext } from "./context";

const BOOKMARK_PAGES = 21;
const HEADING_PAGES = 4;
const MAX_NODES = 10_000;

const checkTagging = ({ file, catalog, structure, pages, report }: CheckContext): void => {
  const marks = file.dict(catalog.get("MarkInfo"));
  if (file.get(marks?.get("Marked")) !== true) report("6.2-1");
  if (file.get(marks?.get("Suspects")) === true) report("7.1-4");
  if (!structure.isTagged) report("7.1-11");
  else if (pages.length >= HEADING_PAGES && !structure.elements.some(({ type }) => /^H\d*$/.test(type)))
    report("7.4-1");
};

const checkBookmarks = ({ file, catalog, pages, hasLanguage, report }: CheckContext): void => {
  const first = file.dict(file.dict(catalog.get("Outlines"))?.get("First"));
  if (!first && pages.length >= BOOKMARK_PAGES) report("7.17-1");
  if (first && !hasLanguage) report("7.2-2");
};

const checkLayers = ({ file, catalog, report }: CheckContext): void => {
  const layers = file.dict(catalog.get("OCProperties"));
  if (!layers) return;
  const configurations = [layers.get("D"), ...file.list(layers.get("Configs")).slice(0, MAX_NODES)];
  for (const configuration of configurations.map((value) => file.dict(value))) {
    if (!configuration) continue;
    if (!file.text(configuration.get("Name"))) report("7.10-1");
    if (configuration.has("AS")) report("7.10-2");
  }
};

/** Returns the values of a name tree (ISO 32000-1, 7.9.6). */
const readNameTree = ({ file }: CheckContext, root: PdfValue | undefined): PdfValue[] => {
  const values: PdfValue[] = [];
  const seen = new Set<PdfDict>();
  const open = [root];
  while (open.length > 0 && seen.size < MAX_NODES) {
    const node = file.dict(open.pop());
    if (!node || seen.has(node)) continue;
    seen.add(node);
    const [kids, names] = [file.list(node.get("Kids")), file.list(node.get("Names"))];
    file.budget.spend(kids.length + names.length);
    file.budget.queue(open.length + kids.length + values.length + names.length);
    for (const kid of kids) open.push(kid);
    for (const [index, value] of names.entries()) if (index % 2 === 1) values.push(value);
  }
  return values;
};

const checkEmbeddedFiles = (context: CheckContext): void => {
  const { file, catalog, report } = context;
  for (const value of readNameTree(context, file.dict(catalog.get("Names"))?.get("EmbeddedFiles"))) {
    const specification = file.dict(value);
    if (specification?.has("EF") && !(file.text(specification.get("F")) && file.text(specification.get("UF"))))
      report("7.11-1");
  }
};

const checkForm = ({ file, catalog, report }: CheckContext): void => {
  const xfa = file.dict(catalog.get("AcroForm"))?.get("XFA");
  const parts = file.stream(xfa) ? [xfa] : file.list(xfa).slice(0, 100);
  const isDynamic = parts.some((part) => {
    const xml = file.content(part)?.toString("utf8", 0, 1_000_000) ?? "";
    return /<dynamicRender\s*>\s*required\s*</.test(xml);
  });
  if (isDynamic) report("7.15-1");
};

export const checkDocumentParts = (context: CheckContext): void => {
  checkTagging(context);
  checkBookmarks(context);
  checkLayers(context);
  checkEmbeddedFiles(context);
  checkForm(context);
};
