import type { Budget } from "./budget";
import { type PdfDict, PdfKeyword, PdfName, PdfRef, PdfString, type PdfValue } from "./values";

const WHITESPACE = 1;
const DELIMITER = 2;
const kinds = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = WHITESPACE;
for (const character of "()<>[]{}/%") kinds[character.charCodeAt(0)] = DELIMITER;

/** Values nested more deeply than this are read as null. */
const MAX_DEPTH = 100;

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };
const constants: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
/** Words that can't occur inside an array or dictionary. If one does, the array or dictionary wasn't closed. */
const outsideValues = new Set(["obj", "endobj", "stream", "endstream", "xref", "trailer"]);

const isOctal = (byte: number): boolean => byte >= 0x30 && byte <= 0x37;

const hexDigit = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const upper = byte & 0xdf;
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : -1;
};

/** Replaces the two numbers at the end of the list with a reference. */
const foldReference = (items: PdfValue[]): void => {
  items.pop();
  const id = items.pop();
  items.push(typeof id === "number" ? new PdfRef(id) : null);
};

const toDict = (items: readonly PdfValue[]): PdfDict => {
  const dict: PdfDict = new Map();
  for (let index = 0; index < items.length; index += 1) {
    const key = items[index];
    if (!(key instanceof PdfName)) continue;
    dict.set(key.name, items[index + 1] ?? null);
    index += 1;
  }
  return dict;
};

/** Reads the octal digits of a character code. Returns the code and the position after it. */
const readOctal = (raw: Buffer, start: number): [number, number] => {
  let code = 0;
  let at = start;
  for (; at < start + 3 && isOctal(raw[at] ?? 0); at += 1) code = code * 8 + (raw[at] ?? 0) - 0x30;
  return [code & 0xff, at];
};

/** Reads what follows a backslash. Returns the character code, or null for a line break, and the position after it. */
const readEscape = (raw: Buffer, at: number): [number | null, number] => {
  const byte = raw[at] ?? 0;
  if (byte === 13) return [null, raw[at + 1] === 10 ? at + 2 : at + 1];
  if (byte === 10) return [null, at + 1];
  return isOctal(byte) ? readOctal(raw, at) : [escapes[String.fromCharCode(byte)] ?? byte, at + 1];
};

const resolveEscapes = (raw: Buffer): Buffer => {
  const out = Buffer.alloc(raw.length);
  let length = 0;
  for (let index = 0; index < raw.length; ) {
    const byte = raw[index] ?? 0;
    const [code, next] = byte === 0x5c ? readEscape(raw, index + 1) : [byte, index + 1];
    index = next;
    if (code === null) continue;
    out[length] = code;
    length += 1;
  }
  return out.subarray(0, length);
};

export interface ReadMode {
  /** Maximum number of members to keep of each array or dictionary. */
  maxItems: number;
  /** Whether the values stay in memory. */
  keeps: boolean;
}

/** Mode for values that are used immediately and then discarded. */
const passing: ReadMode = { maxItems: 10_000, keeps: false };
/** Mode for the objects of a file, which stay in memory. */
export const keeping: ReadMode = { maxItems: Number.POSITIVE_INFINITY, keeps: true };

/**
 * Reads values and keywords from a file or content stream. Reads each byte once, and never throws for invalid syntax.
 */
export class ValueReader {
  constructor(
    private readonly bytes: Buffer,
    public position: number,
    private readonly budget: Budget,
    private readonly mode: ReadMode = passing,
  ) {}

  /** Returns the next value or keyword, or undefined at the end. */
  read(depth = 0): PdfValue | undefined {
    this.budget.spend();
    this.skipSpace();
    const byte = this.bytes[this.position];
    if (byte === undefined) return undefined;
    if (byte === 0x2f) return this.readName();
    if (byte === 0x28) return this.readString();
    if (byte === 0x5b) return this.readArray(depth);
    if (byte === 0x3c) return this.bytes[this.position + 1] === 0x3c ? this.readDict(depth) : this.readHex();
    if (kinds[byte] === DELIMITER) return this.readDelimiter(byte);
    return this.readWord();
  }

  /** Like `read`, but also recognises a reference. */
  readObject(): PdfValue | undefined {
    const value = this.read();
    if (typeof value !== "number") return value;
    const after = this.position;
    this.read();
    const word = this.read();
    if (word instanceof PdfKeyword && word.word === "R") return new PdfRef(value);
    this.position = after;
    return value;
  }

  skipSpace(): void {
    const { bytes } = this;
    let { position } = this;
    for (;;) {
      const byte = bytes[position];
      if (byte === undefined) break;
      if (byte === 0x25) {
        while (position < bytes.length && bytes[position] !== 10 && bytes[position] !== 13) position += 1;
      } else if (kinds[byte] === WHITESPACE) position += 1;
      else break;
    }
    this.budget.spendLength(position - this.position);
    this.position = position;
  }

  private endOfWord(from: number): number {
    const { bytes } = this;
    let end = from;
    while (end < bytes.length && kinds[bytes[end] ?? 0] === 0) end += 1;
    this.budget.spendLength(end - from);
    return end;
  }

  private readName(): PdfName {
    const end = this.endOfWord(this.position + 1);
    const text = this.bytes.toString("latin1", this.position + 1, Math.min(end, this.position + 1_000));
    this.position = end;
    if (!text.includes("#")) return new PdfName(text);
    return new PdfName(
      text.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  /**
   * Counts the memory of a copied string. Strings without escapes take no extra memory, because they are slices of the
   * file.
   */
  private keepCopy(bytes: number): void {
    if (this.mode.keeps) this.budget.keepLength(bytes);
  }

  private readString(): PdfString {
    const { bytes } = this;
    const start = this.position + 1;
    let end = start;
    let open = 1;
    let isPlain = true;
    for (; end < bytes.length; end += 1) {
      const byte = bytes[end];
      if (byte === 0x5c) {
        isPlain = false;
        end += 1;
      } else if (byte === 0x28) open += 1;
      else if (byte === 0x29) {
        open -= 1;
        if (open === 0) break;
      }
    }
    this.position = Math.min(end + 1, bytes.length);
    const raw = bytes.subarray(start, end);
    this.budget.spendLength(raw.length);
    if (!isPlain) this.keepCopy(raw.length);
    return new PdfString(isPlain ? raw : resolveEscapes(raw));
  }

  private readHex(): PdfString {
    const closing = this.bytes.indexOf(0x3e, this.position);
    const end = closing < 0 ? this.bytes.length : closing;
    this.budget.spendLength(end - this.position);
    this.keepCopy((end - this.position) / 2);
    const out = Buffer.alloc(Math.ceil((end - this.position) / 2));
    let digits = 0;
    for (let index = this.position + 1; index < end; index += 1) {
      const digit = hexDigit(this.bytes[index] ?? 0);
      if (digit < 0) continue;
      out[digits >> 1] = (out[digits >> 1] ?? 0) | (digits % 2 === 0 ? digit << 4 : digit);
      digits += 1;
    }
    this.position = Math.min(end + 1, this.bytes.length);
    return new PdfString(out.subarray(0, (digits + 1) >> 1));
  }

  private readItems(closing: string, depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      const start = this.position;
      const item = this.read(depth + 1);
      if (item === undefined) return items;
      if (!(item instanceof PdfKeyword)) this.addItem(items, item);
      else if (item.word === "R") foldReference(items);
      else if (item.word === closing || outsideValues.has(item.word)) {
        if (item.word !== closing) this.position = start;
        return items;
      }
    }
  }

  private addItem(items: PdfValue[], item: PdfValue): void {
    if (items.length >= this.mode.maxItems) return;
    if (this.mode.keeps) this.budget.keep();
    items.push(item);
  }

  private readArray(depth: number): PdfValue {
    this.position += 1;
    return depth > MAX_DEPTH ? null : this.readItems("]", depth);
  }

  private readDict(depth: number): PdfValue {
    this.position += 2;
    return depth > MAX_DEPTH ? null : toDict(this.readItems(">>", depth));
  }

  private readDelimiter(byte: number): PdfKeyword {
    const isDictEnd = byte === 0x3e && this.bytes[this.position + 1] === 0x3e;
    this.position += isDictEnd ? 2 : 1;
    return new PdfKeyword(isDictEnd ? ">>" : String.fromCharCode(byte));
  }

  private readWord(): PdfValue {
    const end = this.endOfWord(this.position);
    const text = this.bytes.toString("latin1", this.position, Math.min(end, this.position + 100));
    this.position = end;
    const first = text.charCodeAt(0);
    if ((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e) {
      const number = Number(text);
      return Number.isNaN(number) ? Number.parseFloat(text) || 0 : number;
    }
    const constant = constants.get(text);
    return constant === undefined ? new PdfKeyword(text) : constant;
  }
}
