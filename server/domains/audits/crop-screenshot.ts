import type { Box } from "@/server/scanner/contract";
import { cropAround } from "./rules";

/** Where an element is in a screenshot; `width` and `height` are in the units of `box`. */
export interface PlaceInScreenshot {
  box: Box;
  width: number;
  height: number;
}

const WIDEST = 720;
const MOST_PIXELS = 20_000_000;
const SECONDS = 10;

/** Draws a two-coloured outline that is visible on any background, and an edge around the picture. */
const outlineOf = ({ x, y, width, height }: Box, size: { width: number; height: number }): Buffer => {
  const rectangle = (stroke: string, thickness: number) =>
    `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" fill="none" stroke="${stroke}" stroke-width="${thickness}"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${rectangle("#fff", 7)}${rectangle("#d6003c", 3)}<rect x="0.5" y="0.5" width="${size.width - 1}" height="${size.height - 1}" fill="none" stroke="#c4c8d0"/></svg>`,
  );
};

/**
 * Returns the part of a screenshot around an element, with an outline, as a JPEG of at most 720 pixels in width. The
 * native decoder is loaded on demand.
 */
export const cropScreenshot = async ({ box, width, height }: PlaceInScreenshot, file: Buffer): Promise<Buffer> => {
  const { default: sharp } = await import("sharp");
  const image = sharp(file, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: SECONDS });
  const scale = (await image.metadata()).width / width;
  const crop = cropAround(box, { width, height });
  const part = {
    left: Math.floor(crop.x * scale),
    top: Math.floor(crop.y * scale),
    width: Math.max(1, Math.floor(crop.width * scale)),
    height: Math.max(1, Math.floor(crop.height * scale)),
  };
  const shrink = Math.min(1, WIDEST / part.width);
  const size = { width: Math.round(part.width * shrink), height: Math.max(1, Math.round(part.height * shrink)) };
  const toPart = (value: number) => value * scale * shrink;
  const outlined = {
    x: toPart(box.x - crop.x),
    y: toPart(box.y - crop.y),
    width: toPart(box.width),
    height: toPart(box.height),
  };
  return image
    .extract(part)
    .resize(size.width, size.height, { fit: "fill" })
    .composite([{ input: outlineOf(outlined, size) }])
    .flatten({ background: "#fff" })
    .jpeg({ quality: 60, mozjpeg: true })
    .toBuffer();
};
