import { constants, inflateRawSync, inflateSync } from "node:zlib";
import { type Budget, OverBudgetError } from "./budget";
import { PdfName, type PdfStream, type PdfValue } from "./values";

/** Maximum number of filters on a stream. Real files use one or two. */
const MAX_FILTERS = 3;

type Resolve = (value: PdfValue | undefined) => PdfValue;

const ZLIB_HEADER_BYTES = 2;

/**
 * Reports whether data starts with a zlib header: two bytes that form a big-endian number divisible by 31. Returns
 * false if bit 5 of the second byte is set, because the data then needs a preset dictionary.
 */
const hasZlibHeader = (bytes: Buffer): boolean => {
  const [method = 0, flags = 0] = bytes;
  return (method & 15) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 32) === 0;
};

const inflate = (bytes: Buffer, budget: Budget): Buffer | null => {
  try {
    // Tolerates truncation and wrong checksums, because both are common.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, budget.streamBytes) };
    return hasZlibHeader(bytes)
      ? inflateRawSync(bytes.subarray(ZLIB_HEADER_BYTES), options)
      : inflateSync(bytes, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw new OverBudgetError("too much data");
    // Invalid data can take a lot of work too, because much of it may have been decompressed before the error occurred.
    budget.spendUnknown(bytes.length);
    return null;
  }
};

const decodeHex = (bytes: Buffer): Buffer =>
  Buffer.from((bytes.toString("latin1").split(">", 1)[0] ?? "").replaceAll(/[^\da-f]/gi, ""), "hex");

const decode85 = (bytes: Buffer): Buffer => {
  const out = Buffer.alloc(bytes.length * 4);
  let length = 0;
  let group: number[] = [];
  const flush = (): void => {
    const number = [...group, 84, 84, 84, 84].slice(0, 5).reduce((sum, digit) => sum * 85 + digit, 0);
    for (let index = 0; index < group.length - 1; index += 1) {
      out[length] = Math.floor(number / 256 ** (3 - index)) & 0xff;
      length += 1;
    }
    group = [];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) length += 4;
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length === 5) flush();
  }
  if (group.length > 1) flush();
  return out.subarray(0, length);
};

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
};

const predict = (filter: number, left: number, up: number, corner: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
};

/** Undoes the PNG predictors for one-byte components; other predictors are used only for images. */
const undoPredictor = (bytes: Buffer, columns: number): Buffer => {
  const rows = Math.floor(bytes.length / (columns + 1));
  // The row above the first row, and the column to the left of the first column, count as zeros.
  const width = columns + 1;
  const out = Buffer.alloc((rows + 1) * width);
  for (let row = 1; row <= rows; row += 1) {
    const source = (row - 1) * width;
    const filter = bytes[source] ?? 0;
    for (let column = 1; column <= columns; column += 1) {
      const at = row * width + column;
      const guess = predict(filter, out[at - 1] ?? 0, out[at - width] ?? 0, out[at - width - 1] ?? 0);
      out[at] = (bytes[source + column] ?? 0) + guess;
    }
  }
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) out.copy(plain, row * columns, (row + 1) * width + 1, (row + 2) * width);
  return plain;
};

const unpack = (bytes: Buffer, parameters: PdfValue, resolve: Resolve, budget: Budget): Buffer | null => {
  const data = inflate(bytes, budget);
  const numberOf = (key: string): number => {
    const value = parameters instanceof Map ? resolve(parameters.get(key)) : null;
    return typeof value === "number" ? Math.floor(value) : 1;
  };
  return data && numberOf("Predictor") >= 10 ? undoPredictor(data, Math.max(1, numberOf("Columns"))) : data;
};

const list = (value: PdfValue): PdfValue[] => {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
};

const applyFilter = (
  name: string,
  bytes: Buffer,
  parameters: PdfValue,
  { resolve, budget }: { resolve: Resolve; budget: Budget },
): Buffer | null => {
  if (name === "FlateDecode" || name === "Fl") return unpack(bytes, parameters, resolve, budget);
  if (name === "ASCIIHexDecode" || name === "AHx") return decodeHex(bytes);
  return name === "ASCII85Decode" || name === "A85" ? decode85(bytes) : null;
};

/** Decodes a stream. Returns null if it can't be decoded, or if its filter is for images. */
export const decodeStream = ({ dict, bytes }: PdfStream, resolve: Resolve, budget: Budget): Buffer | null => {
  const filters = list(resolve(dict.get("Filter") ?? dict.get("F"))).slice(0, MAX_FILTERS);
  const parameters = list(resolve(dict.get("DecodeParms") ?? dict.get("DP")));
  let data: Buffer | null = bytes;
  for (const [index, filter] of filters.entries()) {
    const name = resolve(filter);
    data =
      data &&
      applyFilter(name instanceof PdfName ? name.name : "", data, resolve(parameters[index]), { resolve, budget });
    budget.spendBytes(data?.length ?? 0);
  }
  return data;
};
