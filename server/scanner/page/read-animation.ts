import { createHash } from "node:crypto";

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  ms: number;
  /** A hash of the frame's content. */
  digest: string;
}

interface FrameList {
  width: number;
  height: number;
  /** Number of times the image plays. */
  plays: number;
  frames: Frame[];
}

/** How an animated image moves. */
export interface ImageAnimation {
  /** Duration in milliseconds; infinite if the animation never stops. */
  duration: number;
  /**
   * Average duration of a frame in milliseconds; null for an SVG image, for which the size of the changing area is
   * unknown too.
   */
  frameMs: number | null;
  /** The fractions of the width and the height that change. */
  across: number;
  down: number;
}

const MAX_FRAMES = 2_000;
/**
 * Maximum number of blocks to read, because a file may consist of a huge number of tiny ones. Any further blocks are
 * ignored.
 */
const MAX_BLOCKS = 50_000;

/** Returns how long browsers show a frame: 100 ms if its duration is very short. */
const shownMs = (ms: number): number => (ms < 11 ? 100 : ms);

const digestOf = (...parts: Buffer[]): string => {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest("base64");
};

const isText = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString("latin1", at, at + text.length) === text;

/** Returns the offset after a list of blocks, each of which starts with its size. */
const skipBlocks = (bytes: Buffer, from: number): number => {
  let at = from;
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1;
  return at + 1;
};

/** Returns the size of the colour table that follows these flags. */
const tableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/**
 * Returns the minimum number of times that a GIF plays: some browsers play it as many times as the file specifies,
 * others one more time.
 */
const readGifLoops = (bytes: Buffer, at: number): number | null => {
  const isLoops = ["NETSCAPE2.0", "ANIMEXTS1.0"].some((name) => isText(bytes, at + 1, name));
  if (!isLoops || bytes.readUInt8(at + 12) !== 3 || bytes.readUInt8(at + 13) !== 1) return null;
  return bytes.readUInt16LE(at + 14) || Number.POSITIVE_INFINITY;
};

const readGifFrame = (bytes: Buffer, at: number, ms: number): { frame: Frame; end: number } => {
  const end = skipBlocks(bytes, at + 11 + tableSize(bytes.readUInt8(at + 9)));
  const [x, y, width, height] = [1, 3, 5, 7].map((offset) => bytes.readUInt16LE(at + offset));
  const digest = digestOf(bytes.subarray(at + 9, end));
  return { frame: { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0, ms: shownMs(ms), digest }, end };
};

const readGif = (bytes: Buffer): FrameList => {
  const list: FrameList = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), plays: 1, frames: [] };
  let at = 13 + tableSize(bytes.readUInt8(10));
  let ms = 0;
  for (let block = 0; block < MAX_BLOCKS && list.frames.length < MAX_FRAMES; block += 1) {
    const kind = bytes.readUInt8(at);
    if (kind === 0x3b) break;
    if (kind === 0x2c) {
      const { frame, end } = readGifFrame(bytes, at, ms);
      list.frames.push(frame);
      at = end;
      continue;
    }
    if (kind !== 0x21) throw new Error("The GIF is malformed.");
    const label = bytes.readUInt8(at + 1);
    if (label === 0xf9) ms = bytes.readUInt16LE(at + 4) * 10;
    if (label === 0xff) list.plays = readGifLoops(bytes, at + 2) ?? list.plays;
    at = skipBlocks(bytes, at + 2);
  }
  return list;
};

const readWebp = (bytes: Buffer): FrameList | null => {
  const isAnimated = isText(bytes, 12, "VP8X") && (bytes.readUInt8(20) & 2) !== 0;
  if (!isAnimated) return null;
  const list: FrameList = {
    width: bytes.readUIntLE(24, 3) + 1,
    height: bytes.readUIntLE(27, 3) + 1,
    plays: 1,
    frames: [],
  };
  let at = 12;
  for (let block = 0; block < MAX_BLOCKS && at + 8 <= bytes.length && list.frames.length < MAX_FRAMES; block += 1) {
    const size = bytes.readUInt32LE(at + 4);
    if (isText(bytes, at, "ANIM")) list.plays = bytes.readUInt16LE(at + 12) || Number.POSITIVE_INFINITY;
    if (isText(bytes, at, "ANMF"))
      list.frames.push({
        x: bytes.readUIntLE(at + 8, 3) * 2,
        y: bytes.readUIntLE(at + 11, 3) * 2,
        width: bytes.readUIntLE(at + 14, 3) + 1,
        height: bytes.readUIntLE(at + 17, 3) + 1,
        ms: shownMs(bytes.readUIntLE(at + 20, 3)),
        digest: digestOf(bytes.subarray(at + 24, at + 8 + size)),
      });
    at += 8 + size + (size % 2);
  }
  return list;
};

const readPngFrame = (bytes: Buffer, at: number): Frame => ({
  width: bytes.readUInt32BE(at + 4),
  height: bytes.readUInt32BE(at + 8),
  x: bytes.readUInt32BE(at + 12),
  y: bytes.readUInt32BE(at + 16),
  ms: shownMs((1_000 * bytes.readUInt16BE(at + 20)) / (bytes.readUInt16BE(at + 22) || 100)),
  digest: "",
});

const readPng = (bytes: Buffer): FrameList | null => {
  const list: FrameList = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), plays: 0, frames: [] };
  let at = 8;
  for (let block = 0; block < MAX_BLOCKS && at + 12 <= bytes.length && list.frames.length < MAX_FRAMES; block += 1) {
    const size = bytes.readUInt32BE(at);
    const kind = bytes.toString("latin1", at + 4, at + 8);
    const last = list.frames.at(-1);
    if (kind === "IDAT" && list.plays === 0) return null;
    if (kind === "acTL") list.plays = bytes.readUInt32BE(at + 12) || Number.POSITIVE_INFINITY;
    if (kind === "fcTL") list.frames.push(readPngFrame(bytes, at + 8));
    // In an `fdAT` chunk, a sequence number comes before the data.
    const skipped = kind === "fdAT" ? 4 : 0;
    if (last && /^(?:IDAT|fdAT)$/.test(kind))
      last.digest = digestOf(Buffer.from(last.digest), bytes.subarray(at + 8 + skipped, at + 8 + size));
    at += 12 + size;
  }
  return list;
};

const readFrames = (bytes: Buffer): FrameList | null => {
  if (isText(bytes, 0, "GIF8")) return readGif(bytes);
  if (isText(bytes, 0, "RIFF") && isText(bytes, 8, "WEBP")) return readWebp(bytes);
  return isText(bytes, 1, "PNG\r\n") ? readPng(bytes) : null;
};

const MAX_SVG_BYTES = 500_000;

/** Recognises only drawings with elements that are set to repeat indefinitely. */
const readSvg = (bytes: Buffer): ImageAnimation | null => {
  const text = bytes.toString("utf8", 0, MAX_SVG_BYTES);
  const isEndless = /<(?:animate|set)/.test(text) && /repeatCount {0,5}= {0,5}["']indefinite/.test(text);
  return isEndless ? { duration: Number.POSITIVE_INFINITY, frameMs: null, across: 1, down: 1 } : null;
};

const isSameFrame = (one: Frame, other: Frame): boolean =>
  one.digest === other.digest && one.x === other.x && one.y === other.y;

/**
 * Returns how an animated GIF, WebP, PNG or SVG image moves; null if the image isn't animated or is malformed. Takes
 * time proportional to the size of the file.
 */
export const readAnimation = (bytes: Buffer): ImageAnimation | null => {
  if (/^\s{0,100}(?:<\?xml|<!--|<svg)/.test(bytes.toString("utf8", 0, 200))) return readSvg(bytes);
  let list: FrameList | null;
  try {
    list = readFrames(bytes);
  } catch {
    // The file is truncated, or its format isn't the one that its first bytes indicate.
    return null;
  }
  const { frames = [], plays = 0, width = 0, height = 0 } = list ?? {};
  const changed = frames.filter((frame, index) => index > 0 && !isSameFrame(frame, frames[index - 1] ?? frame));
  if (changed.length === 0 || width * height === 0) return null;
  const round = frames.reduce((sum, { ms }) => sum + ms, 0);
  const spread = (starts: number[], ends: number[]): number => Math.max(...ends) - Math.min(...starts);
  const [lefts, tops] = [changed.map(({ x }) => x), changed.map(({ y }) => y)];
  return {
    duration: round * plays,
    frameMs: round / frames.length,
    across: Math.min(
      1,
      spread(
        lefts,
        changed.map((frame) => frame.x + frame.width),
      ) / width,
    ),
    down: Math.min(
      1,
      spread(
        tops,
        changed.map((frame) => frame.y + frame.height),
      ) / height,
    ),
  };
};
