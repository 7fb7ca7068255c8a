import layoutDocument from "@react-pdf/layout";
import renderPages from "@react-pdf/render";
import { Font, pdf } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { canPrint, loadFonts } from "../fonts";
import { type Furniture, paintFurniture, paintPageNumber } from "./page-furniture";
import { prepareTree } from "./prepare-tree";
import type { LayoutNode } from "./structure";
import { TaggedDocument } from "./tagged-document";
import { TagWeaver } from "./weave-tags";

export type TaggedOptions = {
  title: string;
  author: string;
  language: string;
  furniture: Furniture;
  compress?: boolean;
};

// The declared types leave out the fonts, and name nodes that tagging adds to.
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

/** Lays out a React-PDF `<Document>` and writes it as a tagged PDF. Fonts are read on the first call. */
export const renderTagged = async (element: ReactElement<object>, options: TaggedOptions): Promise<Buffer> => {
  await loadFonts();
  const root: LayoutNode = pdf(element).container.document;
  prepareTree(root, { canPrint });
  const laidOut = await layOut(root, Font);
  const pages = laidOut.children ?? [];
  const document = new TaggedDocument({
    title: options.title,
    author: options.author,
    language: options.language,
    compress: options.compress ?? true,
  });
  document.on("pageAdded", () => {
    paintFurniture(document, options.furniture, pages.length);
    document.beginArtifact();
  });
  const weaver = new TagWeaver({ document, pageNumbers: findDestinations(pages), paintPageNumber });
  const done = collect(document);
  paint(document, { ...laidOut, children: weaver.weavePages(pages) });
  return done;
};
