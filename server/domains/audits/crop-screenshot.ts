import type { Sharp } from "sharp";
import type { Box } from "@/server/scanner/contract";
import { cropAround } from "./rules";

/** An element's box in a screenshot. `width` and `height` are the screenshot's size, in the units of `box`. */
export interface PlaceInScreenshot {
  box: Box;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

const WIDEST = 720;
const MOST_PIXELS = 20_000_000;
const SECONDS = 10;

/**
 * Returns an SVG image with a border around the whole screenshot and, if there is a box, an outline around it. The
 * outline has two colours, so that it is visible on any background.
 */
const outlineOf = (box: Box | null, size: Size): Buffer => {
  const rectangle = ({ x, y, width, height }: Box, stroke: string, thickness: number) =>
    `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" fill="none" stroke="${stroke}" stroke-width="${thickness}"/>`;
  const outline = box ? `${rectangle(box, "#fff", 7)}${rectangle(box, "#d6003c", 3)}` : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${outline}<rect x="0.5" y="0.5" width="${size.width - 1}" height="${size.height - 1}" fill="none" stroke="#c4c8d0"/></svg>`,
  );
};

/** Opens an image file. Loads the native decoder on first use. */
const open = async (file: Buffer): Promise<Sharp> => {
  const { default: sharp } = await import("sharp");
  return sharp(file, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: SECONDS });
};

const toJpeg = (image: Sharp, box: Box | null, size: Size): Promise<Buffer> =>
  image
    .resize(size.width, size.height, { fit: "fill" })
    .composite([{ input: outlineOf(box, size) }])
    .flatten({ background: "#fff" })
    .jpeg({ quality: 60, mozjpeg: true })
    .toBuffer();

const scaleBox = ({ x, y, width, height }: Box, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  width: width * scale,
  height: height * scale,
});

/** Returns the part of a screenshot around an element, with an outline, as a JPEG at most 720 pixels wide. */
export const cropScreenshot = async ({ box, width, height }: PlaceInScreenshot, file: Buffer): Promise<Buffer> => {
  const image = await open(file);
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
  const outlined = scaleBox({ ...box, x: box.x - crop.x, y: box.y - crop.y }, scale * shrink);
  return toJpeg(image.extract(part), outlined, size);
};

/**
 * Returns a whole screenshot as a JPEG no wider than the given width, with an outline around the element if it has a
 * box.
 */
export const outlinePicture = async (
  { box, width, height }: Size & { box: Box | null },
  file: Buffer,
  widest: number,
): Promise<Buffer> => {
  const scale = Math.min(1, widest / width);
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return toJpeg(await open(file), box && scaleBox(box, scale), size);
};
