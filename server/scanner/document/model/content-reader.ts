import { OverBudgetError } from "../pdf/budget";
import type { PdfFile } from "../pdf/pdf-file";
import { ValueReader } from "../pdf/value-reader";
import { type PdfDict, PdfKeyword, PdfName, type PdfStream, PdfString, type PdfValue } from "../pdf/values";
import type { Page } from "./page-list";
import type { Structure, StructureElement } from "./structure";

/** A marked-content sequence (ISO 32000-1, 14.6). */
export interface Mark {
  tag: string;
  properties: PdfDict | null;
  owner: StructureElement | null;
}

export interface ContentEvents {
  /**
   * Called when a marked-content sequence begins. `around` contains the sequences in which it is nested, outermost
   * first.
   */
  mark(mark: Mark, around: readonly Mark[], page: Page): void;
  /** Called when something visible is drawn. */
  paint(marks: readonly Mark[], page: Page): void;
  text(shown: ShownText): void;
  /** Called before a form XObject is drawn. */
  form(dict: PdfDict, page: Page): void;
}

export interface ShownText {
  font: PdfDict | null;
  codes: Buffer;
  /** Whether the text is visible: its rendering mode isn't 3. */
  isVisible: boolean;
  marks: readonly Mark[];
  page: Page;
}

const MAX_FORM_DEPTH = 12;
const MAX_MARKS = 200;
const MAX_OPERANDS = 64;
/** Maximum size of a page's content, in bytes. */
const MAX_CONTENT = 64 * 1024 * 1024;
const MAX_IMAGE_HEADER = 10_000;
const painting = new Set(["f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh"]);
const showing = new Set(["Tj", "TJ", "'", '"']);

interface Scope {
  page: Page;
  resources: PdfDict | null;
  /** The page or form XObject within which marked-content sequences are numbered. */
  container: PdfDict;
  depth: number;
}

interface TextState {
  font: PdfDict | null;
  mode: number;
}

const joinBuffers = (parts: readonly Buffer[]): Buffer => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length > MAX_CONTENT) throw new OverBudgetError("too much data");
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from("\n")]));
};

/** Reads the content streams of pages and of the form XObjects and annotation appearances in them. */
export class ContentReader {
  private marks: Mark[] = [];
  private readonly entered: PdfDict[] = [];

  constructor(
    private readonly file: PdfFile,
    private readonly structure: Structure,
    private readonly events: ContentEvents,
  ) {}

  readPage(page: Page): void {
    const contents = this.file.oneOrMore(page.dict.get("Contents"));
    this.file.budget.spend(contents.length);
    const parts = contents.flatMap((part) => this.file.content(part) ?? []);
    this.marks = [];
    this.run(
      joinBuffers(parts),
      { page, resources: page.resources, container: page.dict, depth: 0 },
      { font: null, mode: 0 },
    );
  }

  private run(bytes: Buffer, scope: Scope, state: TextState): void {
    // Spends the cost of all bytes, because the data of inline images takes time too, although it contains no values.
    this.file.budget.spendLength(bytes.length);
    const reader = new ValueReader(bytes, 0, this.file.budget);
    const saved: TextState[] = [];
    let current = { ...state };
    let operands: PdfValue[] = [];
    for (let value = reader.read(); value !== undefined; value = reader.read()) {
      if (!(value instanceof PdfKeyword)) {
        if (operands.length < MAX_OPERANDS) operands.push(value);
        continue;
      }
      if (value.word === "q") saved.push({ ...current });
      else if (value.word === "Q") current = saved.pop() ?? current;
      else if (value.word === "BI") this.passImage(bytes, reader, scope);
      else this.operate(value.word, operands, scope, current);
      operands = [];
      this.file.budget.queue(saved.length);
    }
  }

  private passImage(bytes: Buffer, reader: ValueReader, { page }: Scope): void {
    this.events.paint(this.marks, page);
    skipInlineImage(bytes, reader);
  }

  private operate(word: string, operands: readonly PdfValue[], scope: Scope, state: TextState): void {
    if (showing.has(word)) this.show(operands, scope, state);
    else if (painting.has(word)) this.events.paint(this.marks, scope.page);
    else if (word === "BDC" || word === "BMC") this.begin(operands, scope);
    else if (word === "EMC") this.marks = this.marks.slice(0, -1);
    else if (word === "Tf") state.font = this.resource(scope, "Font", operands.at(-2));
    else if (word === "Tr") state.mode = this.file.number(operands.at(-1)) ?? 0;
    else if (word === "gs") this.setState(operands, scope, state);
    else if (word === "Do") this.draw(operands, scope, state);
  }

  private setState(operands: readonly PdfValue[], scope: Scope, state: TextState): void {
    const font = this.file.list(this.resource(scope, "ExtGState", operands.at(-1))?.get("Font"));
    if (font.length > 0) state.font = this.file.dict(font[0]);
  }

  private resource({ resources }: Scope, kind: string, key: PdfValue | undefined): PdfDict | null {
    return key instanceof PdfName ? this.file.dict(this.file.dict(resources?.get(kind))?.get(key.name)) : null;
  }

  private show(operands: readonly PdfValue[], { page }: Scope, { font, mode }: TextState): void {
    const last = operands.at(-1);
    const codes = (Array.isArray(last) ? last : [last]).flatMap((part) =>
      part instanceof PdfString ? part.bytes : [],
    );
    if (codes.every(({ length }) => length === 0)) return;
    this.events.paint(this.marks, page);
    this.events.text({ font, codes: Buffer.concat(codes), isVisible: mode !== 3, marks: this.marks, page });
  }

  private begin(operands: readonly PdfValue[], scope: Scope): void {
    const [tag, last] = [operands[0], operands[1]];
    const properties = last instanceof PdfName ? this.resource(scope, "Properties", last) : this.file.dict(last);
    const mcid = this.file.number(properties?.get("MCID"));
    const owner = mcid === null ? null : (this.structure.ownersOfContent.get(scope.container)?.get(mcid) ?? null);
    const mark: Mark = { tag: tag instanceof PdfName ? tag.name : "", properties, owner };
    this.events.mark(mark, this.marks, scope.page);
    this.marks = [...this.marks.slice(-MAX_MARKS), mark];
  }

  private draw(operands: readonly PdfValue[], scope: Scope, state: TextState): void {
    const key = operands.at(-1);
    const objects = this.file.dict(scope.resources?.get("XObject"));
    const object = key instanceof PdfName ? this.file.stream(objects?.get(key.name)) : null;
    if (!object) return;
    if (this.file.name(object.dict.get("Subtype")) !== "Form") this.events.paint(this.marks, scope.page);
    else this.enter(object, scope, state);
  }

  private enter(form: PdfStream, scope: Scope, state: TextState): void {
    this.events.form(form.dict, scope.page);
    if (scope.depth >= MAX_FORM_DEPTH || this.entered.includes(form.dict)) return;
    const bytes = this.file.content(form);
    if (!bytes) return;
    this.entered.push(form.dict);
    const outside = this.marks;
    const resources = this.file.dict(form.dict.get("Resources")) ?? scope.resources;
    this.run(bytes, { page: scope.page, resources, container: form.dict, depth: scope.depth + 1 }, state);
    this.marks = outside;
    this.entered.pop();
  }
}

const skipInlineImage = (bytes: Buffer, reader: ValueReader): void => {
  const isSpace = (byte: number | undefined): boolean =>
    byte === undefined || byte === 32 || byte === 10 || byte === 13;
  const data = bytes.subarray(reader.position, reader.position + MAX_IMAGE_HEADER).indexOf("ID");
  const from = reader.position + Math.max(0, data);
  for (let end = bytes.indexOf("EI", from); end >= 0; end = bytes.indexOf("EI", end + 2)) {
    if (!isSpace(bytes[end - 1]) || !isSpace(bytes[end + 2])) continue;
    reader.position = end + 2;
    return;
  }
  reader.position = bytes.length;
};
