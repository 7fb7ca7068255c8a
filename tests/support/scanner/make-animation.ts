import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

interface AnimationOptions {
  format?: "gif" | "webp" | "apng";
  /** A grey value for each frame. */
  frames?: number[];
  /** The time for which each frame is shown, in milliseconds. */
  ms?: number;
  /** Number of times to play, as stored in the file; 0 means forever. */
  loop?: number;
  width?: number;
  height?: number;
}

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

const makeApng = ({ frames, ms, loop, width, height }: Required<AnimationOptions>): Buffer => {
  const pixelsOf = (grey: number) =>
    deflateSync(Buffer.concat(Array.from({ length: height }, () => Buffer.alloc(width + 1, grey).fill(0, 0, 1))));
  let sequence = 0;
  const parts = frames.flatMap((grey, index) => {
    const delay = Buffer.from([ms >> 8, ms & 255, 1_000 >> 8, 1_000 & 255, 0, 0]);
    const control = chunk("fcTL", Buffer.concat([numbers(sequence++, width, height, 0, 0), delay]));
    if (index === 0) return [control, chunk("IDAT", pixelsOf(grey))];
    return [control, chunk("fdAT", Buffer.concat([numbers(sequence++), pixelsOf(grey)]))];
  });
  const header = Buffer.concat([numbers(width, height), Buffer.from([8, 0, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("acTL", numbers(frames.length, loop)),
    ...parts,
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** Returns an image of one colour for each frame. By default, a GIF that plays three frames forever. */
export const makeAnimation = (options: AnimationOptions = {}): Promise<Buffer> | Buffer => {
  const usual = { format: "gif", frames: [0, 120, 240], ms: 200, loop: 0, width: 120, height: 90 } as const;
  const all: Required<AnimationOptions> = { ...usual, frames: [...usual.frames], ...options };
  const { format, frames, ms, loop, width, height } = all;
  if (format === "apng") return makeApng(all);
  const pixels = Buffer.concat(frames.map((grey) => Buffer.alloc(width * height * 3, grey)));
  const raw = { width, height: height * frames.length, channels: 3 as const, pageHeight: height };
  return sharp(pixels, { raw })
    .toFormat(format, { loop, delay: frames.map(() => ms) })
    .toBuffer();
};
