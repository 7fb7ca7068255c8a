import layoutDocument from "@react-pdf/layout";
import renderPages from "@react-pdf/render";
import { Font, pdf } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { type FontSet, loadFonts } from "../fonts";
import { footerText } from "./footer-text";
import { paintFooter, paintPageNumber } from "./page-furniture";
import { prepareTree, textOf } from "./prepare-tree";
import type { LayoutNode } from "./structure";
import { TaggedDocument } from "./tagged-document";
import { TagWeaver } from "./weave-tags";

export type TaggedOptions = {
  title: string;
  author: string;
  language: string;
  /** The text of the footers, and the number of pages at the start that have none. */
  footer: { text: string; skipPages: number };
  /** The language of the printed text, if known. */
  textLanguage: string | null;
  compress?: boolean;
  /** Maximum number of pages. The document is rebuilt, more tightly each time, until it fits. */
  maxPages?: number;
};

/**
 * Builds the document. `tightness` starts at 0; the higher it is, the less space the document takes up. Returns null if
 * it can't be made any tighter.
 */
export type BuildDocument = (tightness: number) => ReactElement<object> | null;

// The declared types lack the fonts and the nodes that tagging adds.
const layOut = layoutDocument as unknown as (root: LayoutNode, fonts: typeof Font) => Promise<LayoutNode>;
const paint = renderPages as unknown as (document: TaggedDocument, root: LayoutNode) => void;

const findDestinations = (pages: readonly LayoutNode[]): Map<string, number> => {
  const found = new Map<string, number>();
  const visit = (node: LayoutNode, pageNumber: number) => {
    const name = node.props.structure?.destination;
    if (name && !found.has(name)) found.set(name, pageNumber);
    for (const child of node.children ?? []) if (child.type !== "TEXT_INSTANCE") visit(child, pageNumber);
  };
  pages.forEach((page, index) => {
    visit(page, index + 1);
  });
  return found;
};

const collect = (document: TaggedDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });

type LaidOut = { pages: LayoutNode[]; root: LayoutNode; footer: LayoutNode | undefined; fonts: FontSet };

const layOutOnce = async (element: ReactElement<object>, options: TaggedOptions): Promise<LaidOut> => {
  const root: LayoutNode = pdf(element).container.document;
  const footerRoot: LayoutNode = pdf(footerText(options.footer.text)).container.document;
  const { textLanguage: language } = options;
  const fonts = await loadFonts(textOf(root) + textOf(footerRoot), language);
  prepareTree(root, { fonts, language });
  prepareTree(footerRoot, { fonts, language });
  const laidOut = await layOut(root, Font);
  const footer = (await layOut(footerRoot, Font)).children?.[0]?.children?.[0];
  return { pages: laidOut.children ?? [], root: laidOut, footer, fonts };
};

const layOutWithin = async (build: BuildDocument, options: TaggedOptions): Promise<LaidOut> => {
  let best: LaidOut | null = null;
  for (let tightness = 0; ; tightness += 1) {
    const element = build(tightness);
    if (!element) break;
    best?.fonts.release();
    best = await layOutOnce(element, options);
    if (best.pages.length <= (options.maxPages ?? Number.POSITIVE_INFINITY)) break;
  }
  if (!best) throw new Error("There is no document to lay out.");
  return best;
};

/** Lays out a React-PDF `<Document>` and writes it as a tagged PDF. Loads fonts when they are first needed. */
export const renderTagged = async (build: BuildDocument, options: TaggedOptions): Promise<Buffer> => {
  const { pages, root, footer: left, fonts } = await layOutWithin(build, options);
  const { title, author, language, compress = true } = options;
  const furniture = { left, skipPages: options.footer.skipPages };
  const document = new TaggedDocument({ title, author, language, compress });
  document.on("pageAdded", () => {
    paintFooter(document, furniture, pages.length);
    document.beginArtifact();
  });
  const weaver = new TagWeaver({ document, pageNumbers: findDestinations(pages), furniture, paintPageNumber });
  const done = collect(document);
  paint(document, { ...root, children: weaver.weavePages(pages) });
  fonts.release();
  return done;
};
