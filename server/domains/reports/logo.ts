import { crc32, inflateSync } from "node:zlib";

const PREFIX = /^data:image\/(?:png|jpeg);base64,(?=[A-Za-z0-9+/]+=*$)/;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const LONGEST_SIDE = 4_000;
const MOST_PIXELS = 4_000_000;

const fileOf = (logo: string): Buffer => Buffer.from(logo.slice(logo.indexOf(",") + 1), "base64");
const isPng = (file: Buffer): boolean => file.subarray(0, PNG.length).equals(PNG);

type Size = { width: number; height: number };

const BROKEN = "is a damaged image";

const sizeFault = ({ width, height }: Size): string | null => {
  if (width === 0 || height === 0) return BROKEN;
  const isHuge = Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS;
  return isHuge ? `must be at most ${LONGEST_SIDE} pixels on each side and 4 megapixels in total` : null;
};

const CHUNK_FRAME = 12;
// Allowed bit depths by colour type (PNG, 11.2.1).
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const headerFault = (header: Buffer): string | null => {
  const [depth = 0, colours = 0, compression, filter, interlace = 0] = header.subarray(8);
  const isKnown = DEPTHS[colours]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  return isKnown ? sizeFault({ width: header.readUInt32BE(0), height: header.readUInt32BE(4) }) : BROKEN;
};

const pngFault = (file: Buffer): string | null => {
  const kinds = new Set<string>();
  let position = PNG.length;
  while (position + CHUNK_FRAME <= file.length && !kinds.has("IEND")) {
    const end = position + CHUNK_FRAME + file.readUInt32BE(position);
    if (end > file.length || crc32(file.subarray(position + 4, end - 4)) !== file.readUInt32BE(end - 4)) return BROKEN;
    const kind = file.toString("latin1", position + 4, position + 8);
    const content = file.subarray(position + 8, end - 4);
    const fault = kinds.size === 0 ? (kind === "IHDR" && content.length === 13 ? headerFault(content) : BROKEN) : null;
    if (fault) return fault;
    kinds.add(kind);
    position = end;
  }
  return kinds.has("IDAT") && kinds.has("IEND") ? null : BROKEN;
};

// Start-of-frame markers of the JPEG codings that PDF supports (ISO 32000-1, 7.4.8): baseline, extended, progressive.
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const SCAN = 0xda;

const frameFault = (frame: Buffer): string | null => {
  if (frame.length < 6 || frame[0] !== 8 || ![1, 3, 4].includes(frame[5] ?? 0)) return BROKEN;
  return sizeFault({ height: frame.readUInt16BE(1), width: frame.readUInt16BE(3) });
};

const CMYK_COMPONENTS = 4;

const isCmyk = (file: Buffer): boolean => {
  for (let position = 2; position + 10 <= file.length; position += 2 + file.readUInt16BE(position + 2)) {
    if (FRAMES.has(file[position + 1] ?? 0)) return file[position + 9] === CMYK_COMPONENTS;
  }
  return false;
};

const jpegFault = (file: Buffer): string | null => {
  let position = 2;
  let hasFrame = false;
  while (position + 4 <= file.length) {
    const [mark, kind = 0] = file.subarray(position, position + 2);
    const end = position + 2 + file.readUInt16BE(position + 2);
    if (mark !== 0xff || end > file.length || end < position + 4) return BROKEN;
    if (kind === SCAN) return hasFrame && file.lastIndexOf(Buffer.from("ffd9", "hex")) > end ? null : BROKEN;
    const fault = FRAMES.has(kind) ? frameFault(file.subarray(position + 4, end)) : null;
    if (fault) return fault;
    hasFrame ||= FRAMES.has(kind);
    position = end;
  }
  return BROKEN;
};

const chunkContents = (file: Buffer, wanted: string): Buffer[] => {
  const contents: Buffer[] = [];
  for (let position = PNG.length; position + CHUNK_FRAME <= file.length; ) {
    const length = file.readUInt32BE(position);
    if (file.toString("latin1", position + 4, position + 8) === wanted) {
      contents.push(file.subarray(position + 8, position + 8 + length));
    }
    position += CHUNK_FRAME + length;
  }
  return contents;
};

const MOST_BYTES_A_PIXEL = 8;

/**
 * Reports whether the pixels of a PNG logo can be decompressed, using no more memory than the largest allowed logo
 * needs. Returns true for any JPEG logo. The logo must have passed `logoFault`.
 */
export const canUnpack = (logo: string): boolean => {
  const file = fileOf(logo);
  if (!isPng(file)) return true;
  try {
    const maxOutputLength = MOST_PIXELS * MOST_BYTES_A_PIXEL + LONGEST_SIDE * 8;
    return inflateSync(Buffer.concat(chunkContents(file, "IDAT")), { maxOutputLength }).length > 0;
  } catch {
    return false;
  }
};

/**
 * Converts an image in CMYK to RGB, because the reports conform to PDF/A and their output intent is RGB (ISO 19005-2,
 * 6.2.4.3). Returns any other image unchanged, and null if the image can't be decoded. The image must have passed
 * `logoFault`.
 */
export const convertToRgb = async (image: string): Promise<string | null> => {
  const file = fileOf(image);
  if (isPng(file) || !isCmyk(file)) return image;
  const { default: sharp } = await import("sharp");
  try {
    const converted = sharp(file, { limitInputPixels: MOST_PIXELS }).toColourspace("srgb").png();
    return `data:image/png;base64,${(await converted.toBuffer()).toString("base64")}`;
  } catch {
    return null;
  }
};

/**
 * Returns what is wrong with a logo, or null. Reads only its structure and doesn't decompress pixels, because a small
 * file can decompress to gigabytes.
 */
export const logoFault = (logo: string): string | null => {
  if (!PREFIX.test(logo)) {
    return "must be a base64 data: URI of a PNG or JPEG image; URLs aren't fetched";
  }
  const file = fileOf(logo);
  if (isPng(file)) return pngFault(file);
  return file[0] === 0xff && file[1] === 0xd8 ? jpegFault(file) : BROKEN;
};
