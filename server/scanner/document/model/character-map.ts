import type { Budget } from "../pdf/budget";
import { ValueReader } from "../pdf/value-reader";
import { PdfKeyword, PdfName, PdfString, type PdfValue } from "../pdf/values";

const MAX_ENTRIES = 100_000;
/**
 * Maximum number of bytes to keep of the text that a code maps to. In real files, this text is only a few bytes long.
 */
const MAX_TARGET = 64;

const toNumber = (value: PdfValue | undefined): number | null =>
  value instanceof PdfString && value.bytes.length > 0 && value.bytes.length <= 4
    ? value.bytes.readUIntBE(0, value.bytes.length)
    : null;

/** A CMap (ISO 32000-1, 9.7.5 and 9.10.3). */
export class CharacterMap {
  /** Unicode values by character code, as UTF-16BE. */
  readonly unicode = new Map<number, Buffer>();
  writingMode: number | null = null;
  /** Name of the CMap that this one refers to. */
  base: string | null = null;

  constructor(
    bytes: Buffer,
    private readonly budget: Budget,
  ) {
    const reader = new ValueReader(bytes, 0, budget);
    let operands: PdfValue[] = [];
    for (let value = reader.read(); value !== undefined; value = reader.read()) {
      if (!(value instanceof PdfKeyword)) {
        if (operands.length < MAX_ENTRIES) operands.push(value);
        continue;
      }
      this.operate(value.word, operands);
      operands = [];
    }
  }

  private operate(word: string, operands: readonly PdfValue[]): void {
    if (word === "endbfchar") this.addCharacters(operands);
    else if (word === "endbfrange") this.addRanges(operands);
    const [last, before] = [operands.at(-1), operands.at(-2)];
    if (word === "usecmap" && last instanceof PdfName) this.base = last.name;
    if (word === "def" && before instanceof PdfName && before.name === "WMode" && typeof last === "number")
      this.writingMode = last;
  }

  private add(code: number, bytes: Buffer): void {
    this.budget.spend();
    if (this.unicode.size < MAX_ENTRIES) this.unicode.set(code, bytes.subarray(0, MAX_TARGET));
  }

  private addCharacters(operands: readonly PdfValue[]): void {
    for (let index = 0; index + 1 < operands.length; index += 2) {
      const code = toNumber(operands[index]);
      const text = operands[index + 1];
      if (code !== null && text instanceof PdfString) this.add(code, text.bytes);
    }
  }

  private addRanges(operands: readonly PdfValue[]): void {
    for (let index = 0; index + 2 < operands.length; index += 3) {
      const [from, to] = [toNumber(operands[index]), toNumber(operands[index + 1])];
      const target = operands[index + 2];
      if (from === null || to === null) continue;
      const last = Math.min(to, from + 0xffff);
      for (let code = from; code <= last && this.unicode.size < MAX_ENTRIES; code += 1) {
        const bytes = addTo(target, code - from);
        if (bytes) this.add(code, bytes);
      }
    }
  }
}

/**
 * Returns the text that the code at position `offset` in a range maps to. `target` is either a list with the text for
 * each code, or the text for the first code.
 */
const addTo = (target: PdfValue | undefined, offset: number): Buffer | null => {
  if (Array.isArray(target)) {
    const item = target[offset];
    return item instanceof PdfString ? item.bytes : null;
  }
  if (!(target instanceof PdfString)) return null;
  // Copying a long target for each code would take too much memory. The offset changes only the end, which is cut off
  // anyway.
  if (target.bytes.length > MAX_TARGET) return target.bytes;
  const bytes = Buffer.from(target.bytes);
  const at = bytes.length - 2;
  if (at >= 0) bytes.writeUInt16BE((bytes.readUInt16BE(at) + offset) & 0xffff, at);
  return bytes;
};
