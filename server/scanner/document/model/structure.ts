import type { PdfFile } from "../pdf/pdf-file";
import { type PdfDict, PdfRef, type PdfValue } from "../pdf/values";
import { isStandardType } from "./structure-types";

export interface StructureElement {
  dict: PdfDict;
  /** The type as written in the file. */
  ownType: string;
  /** The standard type that `ownType` is mapped to; `ownType` itself if there is none. */
  type: string;
  mapping: "standard" | "none" | "circular";
  parent: StructureElement | null;
  children: StructureElement[];
  /** Numbers of the objects, such as annotations, that belong to the element. */
  objects: number[];
  /** Whether marked content belongs to the element. */
  hasContent: boolean;
  page: number | null;
  /** The language of the element or, if it has none, of its nearest ancestor with a language. */
  language: string | null;
}

interface Open {
  value: PdfValue;
  parent: StructureElement | null;
  page: PdfDict | null;
  depth: number;
}

const MAX_DEPTH = 500;
const MAX_MAPPINGS = 50;
/** The memory that an element takes up, expressed as a number of values. */
const KEPT_PER_ELEMENT = 4;

/** The structure tree of a document (ISO 32000-1, 14.7). */
export class Structure {
  readonly elements: StructureElement[] = [];
  /** The element that each object, such as an annotation, belongs to. */
  readonly ownerOfObject = new Map<number, StructureElement>();
  /** The elements that marked content belongs to, by the page or form XObject that contains it. */
  readonly ownersOfContent = new Map<PdfDict, Map<number, StructureElement>>();
  readonly isTagged: boolean;
  private readonly roles: PdfDict | null;

  constructor(
    private readonly file: PdfFile,
    private readonly pageNumbers: ReadonlyMap<PdfDict, number>,
  ) {
    const root = file.dict(file.catalog?.get("StructTreeRoot"));
    this.isTagged = root !== null;
    this.roles = file.dict(root?.get("RoleMap"));
    if (root) this.walk(root);
  }

  /** Finds the element through the `StructParent` key, which points to the document's parent tree. */
  owner(dict: PdfDict, id: number | null): StructureElement | null {
    const byObject = id === null ? undefined : this.ownerOfObject.get(id);
    return byObject ?? this.ownersByKey.get(this.file.number(dict.get("StructParent")) ?? -1) ?? null;
  }

  private lazyOwners: Map<number, StructureElement> | null = null;

  private get ownersByKey(): Map<number, StructureElement> {
    if (this.lazyOwners) return this.lazyOwners;
    const byDict = new Map(this.elements.map((element) => [element.dict, element]));
    this.lazyOwners = new Map();
    const open: PdfValue[] = [this.file.dict(this.file.catalog?.get("StructTreeRoot"))?.get("ParentTree") ?? null];
    const seen = new Set<PdfDict>();
    while (open.length > 0) {
      const node = this.file.dict(open.pop());
      if (!node || seen.has(node)) continue;
      seen.add(node);
      const [kids, pairs] = [this.file.list(node.get("Kids")), this.file.list(node.get("Nums"))];
      this.file.budget.spend(kids.length + pairs.length);
      this.file.budget.queue(open.length + kids.length);
      for (const kid of kids) open.push(kid);
      for (let index = 0; index + 1 < pairs.length; index += 2) {
        const key = this.file.number(pairs[index]);
        const element = byDict.get(this.file.dict(pairs[index + 1]) ?? new Map());
        if (key !== null && element) this.lazyOwners.set(key, element);
      }
    }
    return this.lazyOwners;
  }

  private walk(root: PdfDict): void {
    const seen = new Set<PdfDict>([root]);
    const open: Open[] = [];
    const push = (kids: PdfValue | undefined, parent: StructureElement | null, page: PdfDict | null, depth: number) => {
      const values = this.file.oneOrMore(kids);
      this.file.budget.queue(open.length + values.length);
      for (const value of values.toReversed()) open.push({ value, parent, page, depth });
    };
    push(root.get("K"), null, null, 0);
    for (let next = open.pop(); next; next = open.pop()) {
      this.file.budget.spend();
      const value = this.file.get(next.value);
      if (typeof value === "number") this.addContent(next, next.page, value);
      if (!(value instanceof Map) || this.addReference(value, next)) continue;
      if (seen.has(value) || next.depth >= MAX_DEPTH) continue;
      seen.add(value);
      const page = this.file.dict(value.get("Pg")) ?? next.page;
      push(value.get("K"), this.addElement(value, next.parent, page), page, next.depth + 1);
    }
  }

  /**
   * Adds a reference to marked content or to an object. Returns false if the dictionary is neither kind of reference.
   */
  private addReference(dict: PdfDict, next: Open): boolean {
    const container = this.file.dict(dict.get("Stm")) ?? this.file.dict(dict.get("Pg")) ?? next.page;
    if (dict.has("MCID")) this.addContent(next, container, this.file.number(dict.get("MCID")));
    else if (this.file.name(dict.get("Type")) === "OBJR") this.addObject(next, dict.get("Obj"));
    else return false;
    return true;
  }

  private addContent({ parent }: Open, page: PdfDict | null, mcid: number | null): void {
    if (!parent || mcid === null) return;
    parent.hasContent = true;
    if (!page) return;
    parent.page ??= this.pageNumbers.get(page) ?? null;
    const owners = this.ownersOfContent.get(page) ?? new Map<number, StructureElement>();
    owners.set(mcid, parent);
    this.ownersOfContent.set(page, owners);
  }

  private addObject({ parent }: Open, reference: PdfValue | undefined): void {
    if (!parent || !(reference instanceof PdfRef)) return;
    parent.objects.push(reference.id);
    this.ownerOfObject.set(reference.id, parent);
  }

  private addElement(dict: PdfDict, parent: StructureElement | null, page: PdfDict | null): StructureElement {
    this.file.budget.keep(KEPT_PER_ELEMENT);
    const ownType = this.file.name(dict.get("S")) ?? "";
    const element: StructureElement = {
      dict,
      ownType,
      ...this.mapType(ownType),
      parent,
      children: [],
      objects: [],
      hasContent: false,
      page: page ? (this.pageNumbers.get(page) ?? null) : null,
      language: this.file.text(dict.get("Lang")) || (parent?.language ?? null),
    };
    this.elements.push(element);
    parent?.children.push(element);
    return element;
  }

  private mapType(ownType: string): Pick<StructureElement, "type" | "mapping"> {
    let type = ownType;
    const seen = new Set<string>();
    while (!isStandardType(type) || seen.size > MAX_MAPPINGS) {
      if (seen.has(type) || seen.size > MAX_MAPPINGS) return { type: ownType, mapping: "circular" };
      seen.add(type);
      const mapped = this.file.name(this.roles?.get(type));
      if (mapped === null) return { type: ownType, mapping: "none" };
      type = mapped;
    }
    return { type, mapping: "standard" };
  }

  /** Reports whether the file maps a standard type to another type. */
  isRemapped(type: string): boolean {
    const mapped = this.file.name(this.roles?.get(type));
    return isStandardType(type) && mapped !== null && mapped !== type;
  }

  /** Reports whether following the mappings of a type leads back to a type that was already reached. */
  isCircular(type: string): boolean {
    const seen = new Set<string>();
    for (let next: string | null = type; next !== null; next = this.file.name(this.roles?.get(next))) {
      if (seen.has(next)) return true;
      seen.add(next);
      if (seen.size > MAX_MAPPINGS) return false;
    }
    return false;
  }
}
