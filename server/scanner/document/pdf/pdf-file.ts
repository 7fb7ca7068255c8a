import type { Budget } from "./budget";
import { decodeStream } from "./decode-stream";
import { findObjects, type ObjectPlace } from "./find-objects";
import { keeping, ValueReader } from "./value-reader";
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from "./values";

const MAX_REFERENCES = 20;

/** Access to the objects of a PDF. Values of the wrong type are treated as missing. */
export class PdfFile {
  readonly trailer: PdfDict;
  private readonly places: Map<number, ObjectPlace>;
  private readonly values = new Map<number, PdfValue>();
  private readonly decoded = new Map<PdfStream, Buffer | null>();

  constructor(
    bytes: Buffer,
    readonly budget: Budget,
  ) {
    const { places, trailer } = findObjects(bytes, budget);
    this.places = places;
    this.trailer = trailer;
    if (!this.dict(this.trailer.get("Root"))) this.findRoot();
  }

  /** Looks for the catalogue if the trailer is damaged. */
  private findRoot(): void {
    for (const id of this.places.keys())
      if (this.name(this.dict(new PdfRef(id))?.get("Type")) === "Catalog") this.trailer.set("Root", new PdfRef(id));
  }

  /** Returns a value after following any references. */
  get(value: PdfValue | undefined): PdfValue {
    let current = value ?? null;
    for (let count = 0; current instanceof PdfRef; count += 1) {
      if (count > MAX_REFERENCES) return null;
      current = this.load(current.id);
    }
    return current;
  }

  private load(id: number): PdfValue {
    const known = this.values.get(id);
    if (known !== undefined) return known;
    const place = this.places.get(id);
    if (!place) return null;
    const value = new ValueReader(place.bytes, place.position, this.budget, keeping).readObject() ?? null;
    const object = place.stream && value instanceof Map ? new PdfStream(value, place.stream) : value;
    this.values.set(id, object);
    return object;
  }

  /** Returns a dictionary; for a stream, the stream's dictionary. */
  dict(value: PdfValue | undefined): PdfDict | null {
    const found = this.get(value);
    if (found instanceof PdfStream) return found.dict;
    return found instanceof Map ? found : null;
  }

  stream(value: PdfValue | undefined): PdfStream | null {
    const found = this.get(value);
    return found instanceof PdfStream ? found : null;
  }

  list(value: PdfValue | undefined): PdfValue[] {
    const found = this.get(value);
    return Array.isArray(found) ? found : [];
  }

  /** Returns the members of an array, or the value itself if it isn't an array. */
  oneOrMore(value: PdfValue | undefined): PdfValue[] {
    const found = this.get(value);
    if (found === null) return [];
    return Array.isArray(found) ? found : [value ?? null];
  }

  name(value: PdfValue | undefined): string | null {
    const found = this.get(value);
    return found instanceof PdfName ? found.name : null;
  }

  number(value: PdfValue | undefined): number | null {
    const found = this.get(value);
    return typeof found === "number" ? found : null;
  }

  text(value: PdfValue | undefined): string | null {
    const found = this.get(value);
    return found instanceof PdfString ? this.textOf(found) : null;
  }

  /**
   * Returns the text of a string. The text counts towards the budget, because it is a copy, and many objects may refer
   * to the same string.
   */
  textOf(string: PdfString): string {
    this.budget.spendLength(string.bytes.length);
    this.budget.keepLength(string.bytes.length);
    return string.text;
  }

  /** Returns the decoded content of a stream, or null if there is none or it can't be decoded. */
  content(value: PdfValue | undefined): Buffer | null {
    const stream = this.stream(value);
    if (!stream) return null;
    const known = this.decoded.get(stream);
    if (known !== undefined) return known;
    const bytes = decodeStream(stream, (each) => this.get(each), this.budget);
    this.decoded.set(stream, bytes);
    return bytes;
  }

  get catalog(): PdfDict | null {
    return this.dict(this.trailer.get("Root"));
  }
}
