import { getDocument, OPS } from "./pdfjs";

type StructureContent = { type: "content" | "object" | "annotation"; id: string };
type StructureNode = { role: string; alt?: string; children: (StructureNode | StructureContent)[] };
type TextItem = { str: string; transform: number[]; width: number; hasEOL: boolean };
type MarkItem = { type: string; id?: string; tag?: string };

/** A leaf of the structure tree with the text that it prints. */
export type TaggedText = {
  page: number;
  path: string[];
  text: string;
  alt?: string;
  /** Position of the leftmost piece of the text, in points. */
  left: number;
};

export type PdfFacts = {
  pages: number;
  title: string;
  language: string;
  marked: boolean;
  displaysTitle: boolean;
  bookmarks: { title: string; children: string[] }[];
  painted: number;
  /** Operators that paint outside any marked content. */
  paintedOutside: number;
  /** Marked content inside other marked content. */
  nestedMarks: number;
  /** Marked content missing from the structure tree, and references in the tree to missing content. */
  orphans: string[];
  figuresWithoutAlt: number;
  links: { page: number; contents: string; hasStructParent: boolean; target: string }[];
  /** Pieces of text in reading order. */
  texts: TaggedText[];
  artifactTexts: string[];
  /** Pieces of text that run over the edge of a page. */
  overflowing: string[];
  /** Smallest distance between tagged text and the bottom of its page, in points. */
  lowestText: number;
};

const PAINTING = new Set<number>(
  ["showText", "showSpacedText", "paintImageXObject", "paintInlineImageXObject", "shadingFill", "constructPath"].map(
    (name) => OPS[name as keyof typeof OPS],
  ),
);

/** Width of the margin at the right edge that must stay free of text, in points. */
const EDGE = 20;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>["promise"]>["getPage"]>>;

const isNode = (item: StructureNode | StructureContent): item is StructureNode => "role" in item;

// A path that only clips or is discarded paints nothing.
const paintsNothing = (operator: number, args: unknown): boolean =>
  operator === OPS.constructPath && Array.isArray(args) && args[0] === OPS.endPath;

class MarkReader {
  readonly ids = new Set<number>();
  private readonly open: string[] = [];

  constructor(private readonly facts: PdfFacts) {}

  read(operator: number, args: unknown[]) {
    if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) this.begin(args);
    else if (operator === OPS.endMarkedContent) this.open.pop();
    else if (PAINTING.has(operator) && !paintsNothing(operator, args)) this.paint();
  }

  private begin([tag, id]: unknown[]) {
    const name = typeof tag === "string" ? tag : (tag as { name: string }).name;
    // A span outside the structure tree only specifies the text that its glyphs stand for.
    const isActualText = name === "Span" && typeof id !== "number";
    if (this.open.length > 0 && !isActualText) this.facts.nestedMarks += 1;
    this.open.push(name);
    if (typeof id === "number") this.ids.add(id);
  }

  private paint() {
    this.facts.painted += 1;
    if (this.open.length === 0) this.facts.paintedOutside += 1;
  }
}

const readMarks = async (page: Page, facts: PdfFacts): Promise<Set<number>> => {
  const { fnArray, argsArray } = await page.getOperatorList();
  const reader = new MarkReader(facts);
  fnArray.forEach((operator: number, index: number) => {
    reader.read(operator, argsArray[index] ?? []);
  });
  return reader.ids;
};

class TextReader {
  readonly texts = new Map<string, string>();
  readonly lefts = new Map<string, number>();
  private id: string | null = null;
  private artifact: string | null = null;
  private depth = 0;

  constructor(
    private readonly facts: PdfFacts,
    private readonly pageWidth: number,
  ) {}

  read(item: TextItem & MarkItem) {
    if (item.type?.startsWith("beginMarkedContent")) this.enter(item);
    else if (item.type === "endMarkedContent") this.leave();
    else this.add(item);
  }

  private enter(mark: MarkItem) {
    this.depth += 1;
    if (this.depth === 1) this.begin(mark);
  }

  private leave() {
    this.depth -= 1;
    if (this.depth === 0) this.end();
  }

  private begin({ id, tag }: MarkItem) {
    this.id = id ?? null;
    this.artifact = tag === "Artifact" ? "" : null;
  }

  private end() {
    if (this.artifact?.trim()) this.facts.artifactTexts.push(this.artifact.replaceAll(/\s+/g, " ").trim());
    this.begin({ type: "" });
  }

  private add({ str, hasEOL, transform, width }: TextItem) {
    const text = hasEOL ? `${str}\n` : str;
    if (this.artifact !== null) this.artifact += text;
    if (this.id && str.trim()) this.facts.lowestText = Math.min(this.facts.lowestText, transform[5] ?? 0);
    if (this.id && str.trim()) {
      this.lefts.set(this.id, Math.min(this.lefts.get(this.id) ?? Number.POSITIVE_INFINITY, transform[4] ?? 0));
    }
    if (this.id) this.texts.set(this.id, (this.texts.get(this.id) ?? "") + text);
    if ((transform[4] ?? 0) + width > this.pageWidth - EDGE) this.facts.overflowing.push(str);
  }
}

const readTexts = async (page: Page, facts: PdfFacts): Promise<TextReader> => {
  const content = await page.getTextContent({ includeMarkedContent: true });
  const reader = new TextReader(facts, page.getViewport({ scale: 1 }).width);
  for (const item of content.items as (TextItem & MarkItem)[]) reader.read(item);
  return reader;
};

type Leaf = { id: string; path: string[]; alt?: string };

const leavesOf = (node: StructureNode, path: string[]): Leaf[] =>
  node.children.flatMap((child): Leaf[] => {
    if (isNode(child)) return leavesOf(child, ["Root", "Document"].includes(child.role) ? path : [...path, child.role]);
    return child.type === "content" ? [{ id: child.id, path, ...(node.alt ? { alt: node.alt } : {}) }] : [];
  });

const countBareFigures = (node: StructureNode): number =>
  node.children.filter(isNode).reduce((count, child) => count + countBareFigures(child), 0) +
  (node.role === "Figure" && !node.alt ? 1 : 0);

const markOf = (id: string): number => Number(id.replace(/^.*_mc/, ""));

const readTree = async (page: Page, number: number, { texts, lefts }: TextReader, facts: PdfFacts) => {
  const tree = (await page.getStructTree()) as StructureNode | null;
  const leaves = tree ? leavesOf(tree, []) : [];
  facts.figuresWithoutAlt += tree ? countBareFigures(tree) : 0;
  facts.texts.push(
    ...leaves.map(({ id, ...leaf }) => ({
      page: number,
      text: (texts.get(id) ?? "").trim(),
      left: lefts.get(id) ?? 0,
      ...leaf,
    })),
  );
  return new Set(leaves.map(({ id }) => markOf(id)));
};

const difference = (one: Set<number>, other: Set<number>): number[] => [...one].filter((id) => !other.has(id));

const readLinks = async (page: Page, number: number, facts: PdfFacts) => {
  for (const annotation of await page.getAnnotations()) {
    if (annotation.subtype !== "Link") continue;
    facts.links.push({
      page: number,
      contents: annotation.contentsObj?.str ?? "",
      hasStructParent: typeof annotation.structParent === "number" && annotation.structParent >= 0,
      target: annotation.url ?? `#${String(annotation.dest)}`,
    });
  }
};

/** Reads the parts of a PDF that assistive technology uses, and lists their errors. */
export const readPdf = async (file: Buffer): Promise<PdfFacts> => {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const info = (await document.getMetadata()).info as { Title?: string; Language?: string };
  const preferences = (await document.getViewerPreferences()) as { DisplayDocTitle?: boolean } | null;
  const outline = (await document.getOutline()) ?? [];
  const facts: PdfFacts = {
    pages: document.numPages,
    title: info.Title ?? "",
    language: info.Language ?? "",
    marked: (await document.getMarkInfo())?.Marked === true,
    displaysTitle: preferences?.DisplayDocTitle === true,
    bookmarks: outline.map(({ title, items }) => ({
      title,
      children: items.map((item: { title: string }) => item.title),
    })),
    painted: 0,
    paintedOutside: 0,
    nestedMarks: 0,
    orphans: [],
    figuresWithoutAlt: 0,
    links: [],
    texts: [],
    artifactTexts: [],
    overflowing: [],
    lowestText: Number.POSITIVE_INFINITY,
  };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const marks = await readMarks(page, facts);
    const named = await readTree(page, number, await readTexts(page, facts), facts);
    const orphans = [...difference(marks, named), ...difference(named, marks)];
    facts.orphans.push(...orphans.map((id) => `page ${number}: mark ${id}`));
    await readLinks(page, number, facts);
    page.cleanup();
  }
  await document.destroy();
  return facts;
};

/** Returns the reading order as lines "TAG text", with consecutive pieces of one leaf's text joined. */
export const readingOrder = ({ texts }: PdfFacts): string[] =>
  texts.map(({ path, text, alt }) => `${path.at(-1)} ${alt ? `[${alt}] ` : ""}${text.replaceAll(/\s+/g, " ")}`.trim());

/** Returns all text that is available to a reader, as one string. */
export const wholeText = (facts: PdfFacts): string =>
  [...readingOrder(facts), ...facts.artifactTexts, ...facts.links.map(({ contents }) => contents)].join("\n");
