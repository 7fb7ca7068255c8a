import type { Budget } from "./budget";
import { decodeStream } from "./decode-stream";
import { ValueReader } from "./value-reader";
import { type PdfDict, PdfName, PdfStream, type PdfValue } from "./values";

/** Where an object is: its value begins at `position`. If the object is a stream, `stream` is its content. */
export interface ObjectPlace {
  bytes: Buffer;
  position: number;
  stream: Buffer | null;
}

export interface FoundObjects {
  places: Map<number, ObjectPlace>;
  /** The entries of all trailers and cross-reference streams; the last value of an entry counts. */
  trailer: PdfDict;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;

/**
 * Returns the number of the object whose `obj` keyword is at `at`, or null if the letters `obj` there aren't a keyword.
 */
const readNumberBefore = (bytes: Buffer, at: number): number | null => {
  let position = at - 1;
  const skip = (is: (byte: number | undefined) => boolean): number => {
    const from = position;
    while (from - position < 12 && is(bytes[position])) position -= 1;
    return from - position;
  };
  skip(isSpace);
  if (skip(isDigit) === 0 || skip(isSpace) === 0) return null;
  const end = position + 1;
  return skip(isDigit) === 0 ? null : Number(bytes.toString("latin1", position + 1, end));
};

/** Returns a value as it is, without following references; null if there is no value. */
const plain = (value: PdfValue | undefined): PdfValue => value ?? null;

/**
 * Finds the objects of a file by reading it from the beginning to the end, without its cross-reference tables, which
 * are often wrong. As with incremental updates, the last definition of an object counts.
 */
class ObjectFinder {
  readonly found: FoundObjects = { places: new Map(), trailer: new Map() };
  private hasEndstream = true;

  constructor(
    private readonly bytes: Buffer,
    private readonly budget: Budget,
  ) {}

  find(): FoundObjects {
    const { bytes } = this;
    let trailer = bytes.indexOf("trailer");
    for (let position = 0; ; ) {
      this.budget.spend();
      const at = bytes.indexOf("obj", position);
      if (trailer >= 0 && trailer < position) trailer = bytes.indexOf("trailer", position);
      if (trailer >= 0 && (at < 0 || trailer < at)) {
        position = this.readTrailer(trailer + 7);
        trailer = bytes.indexOf("trailer", position);
      } else if (at < 0) return this.found;
      else {
        const id = readNumberBefore(bytes, at);
        position = id === null ? at + 3 : this.readObject(id, at + 3);
      }
    }
  }

  private readTrailer(start: number): number {
    const reader = new ValueReader(this.bytes, start, this.budget);
    const value = reader.read();
    if (value instanceof Map) this.addTrailer(value);
    return Math.max(start, reader.position);
  }

  private addTrailer(dict: PdfDict): void {
    for (const key of ["Root", "Encrypt"]) {
      const value = dict.get(key);
      if (value !== undefined) this.found.trailer.set(key, value);
    }
  }

  private readObject(id: number, start: number): number {
    const reader = new ValueReader(this.bytes, start, this.budget);
    const value = reader.readObject();
    const place: ObjectPlace = { bytes: this.bytes, position: start, stream: null };
    this.notePlace(id, place);
    if (!(value instanceof Map)) return reader.position;
    reader.skipSpace();
    if (this.bytes.toString("latin1", reader.position, reader.position + 6) !== "stream") return reader.position;
    let begin = reader.position + 6;
    if (this.bytes[begin] === 13) begin += 1;
    if (this.bytes[begin] === 10) begin += 1;
    const end = this.findEnd(value, begin);
    place.stream = this.bytes.subarray(begin, end);
    this.readSpecialStream(new PdfStream(value, place.stream));
    return end;
  }

  private findEnd(dict: PdfDict, begin: number): number {
    const length = plain(dict.get("Length"));
    if (typeof length === "number" && length >= 0 && begin + length <= this.bytes.length) {
      const after = this.bytes.toString("latin1", begin + length, begin + length + 11);
      if (after.trimStart().startsWith("endstream")) return begin + length;
    }
    const end = this.hasEndstream ? this.bytes.indexOf("endstream", begin) : -1;
    this.hasEndstream = end >= 0;
    if (end < 0) return this.bytes.length;
    const hasBreak = this.bytes[end - 1] === 10 && end > begin;
    return hasBreak ? end - 1 : end;
  }

  private readSpecialStream(stream: PdfStream): void {
    const type = stream.dict.get("Type");
    if (!(type instanceof PdfName)) return;
    if (type.name === "XRef") this.addTrailer(stream.dict);
    if (type.name === "ObjStm") this.readObjectStream(stream);
  }

  private readObjectStream(stream: PdfStream): void {
    const [count, first] = [stream.dict.get("N"), stream.dict.get("First")];
    // In an encrypted file, object streams can't be read.
    if (typeof count !== "number" || typeof first !== "number") return;
    const bytes = decodeStream(stream, plain, this.budget);
    if (!bytes) return;
    const reader = new ValueReader(bytes.subarray(0, first), 0, this.budget);
    for (let index = 0; index < count; index += 1) {
      const [id, offset] = [reader.read(), reader.read()];
      if (typeof id !== "number" || typeof offset !== "number") return;
      this.notePlace(id, { bytes, position: first + offset, stream: null });
    }
  }

  private notePlace(id: number, place: ObjectPlace): void {
    if (!this.found.places.has(id)) this.budget.keep();
    this.found.places.set(id, place);
  }
}

export const findObjects = (bytes: Buffer, budget: Budget): FoundObjects => new ObjectFinder(bytes, budget).find();
