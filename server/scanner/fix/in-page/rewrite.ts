/** The names of the markup changes that can be proposed. */
export type RewriteName = "main" | "navigation" | "list" | "heading" | "title" | "hidden";

/** A change to an element's markup: the original markup, and new versions of it, best first. */
export interface Rewrite {
  element: Element;
  before: string;
  after: string[];
}

/** Writes markup into an inert document, in which nothing loads or runs. */
export interface Paper {
  /** Returns a copy of an element without its content. */
  copy(element: Element): HTMLElement;
  /** Returns a copy of an element with copies of its child elements, without their content. */
  copyWithChildren(element: Element): HTMLElement;
  create(name: string): HTMLElement;
}

/** Runs in the page. */
export const createPaper = (): Paper => {
  const paper = document.implementation.createHTMLDocument("");
  const copy = (element: Element): HTMLElement => paper.importNode(element, false) as HTMLElement;
  return {
    copy,
    copyWithChildren: (element) => {
      const parent = copy(element);
      parent.append("\n");
      for (const child of element.children) parent.append(copy(child), "\n");
      return parent;
    },
    create: (name) => paper.createElement(name),
  };
};

/** Runs in the page. Reports whether an element has text outside its child elements. */
export const hasLooseText = (element: Element): boolean =>
  [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== "");

/** Tools for the functions that propose markup changes. */
export interface RewriteTools {
  paper: Paper;
  hasLooseText: typeof hasLooseText;
  findMainContent(): Element | null;
  levelOfHeading(heading: Element): number;
  listHeadings(): Element[];
  measureText(element: Element): number;
  nameNavigation(part: Element): string | null;
  renameHeading(heading: Element, level: number): Rewrite;
}
