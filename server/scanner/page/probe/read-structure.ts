import { createHash } from "node:crypto";

/** The outermost parts of a page: paths of tags and roles from the body inwards, without text, classes or ids. */
export interface PageStructure {
  structure: string[];
}

/**
 * Runs in the page after it has settled. Returns the outermost parts of the page, which are the same on all pages with
 * the same template, whatever their content. The number of repeated parts doesn't matter, because each path is listed
 * once.
 */
export const readStructure = (): PageStructure => {
  const levels = 4;
  const maxPaths = 200;
  const maxElements = 20_000;
  const parts =
    "div section article header footer nav aside main form dialog fieldset iframe table video canvas search".split(" ");
  const isPart = (tag: string) => parts.includes(tag) || tag.includes("-");
  // Reads through the prototypes, because a field that has the name of a property of its form hides that property.
  const children = (element: Element): HTMLCollection => Reflect.get(Element.prototype, "children", element);
  const tagOf = (element: Element): string => Reflect.get(Element.prototype, "localName", element);
  const nameOf = (element: Element, tag: string): string => {
    const role = Element.prototype.getAttribute.call(element, "role");
    return `>${tag.slice(0, 40)}${role ? `[${role.slice(0, 40)}]` : ""}`;
  };
  interface Visit {
    element: Element;
    path: string;
    level: number;
  }
  const visitChild = (element: Element, { path, level }: Visit): Visit => {
    const tag = tagOf(element);
    return isPart(tag) ? { element, path: path + nameOf(element, tag), level: level + 1 } : { element, path, level };
  };
  const body: Element | null = Reflect.get(Document.prototype, "body", document);
  const visits: Visit[] = body ? [{ element: body, path: "", level: 0 }] : [];
  const paths = new Set<string>();
  for (const visit of visits) {
    if (paths.size >= maxPaths) break;
    const next = [...children(visit.element)]
      .slice(0, Math.max(0, maxElements - visits.length))
      .map((child) => visitChild(child, visit));
    const reached = next.filter(({ level }) => level <= levels);
    for (const { path } of reached) paths.add(path);
    visits.push(...reached);
  }
  paths.delete("");
  return { structure: [...paths].sort().slice(0, maxPaths) };
};

const hashLength = 12;

/**
 * Returns the name of a page's template: a hash of its outermost parts. It is the same in every audit, because it
 * depends only on the page.
 */
export const nameTemplate = ({ structure }: PageStructure): string =>
  createHash("sha256").update(structure.join("\n")).digest("hex").slice(0, hashLength);
