import { compareUrgency } from "@/server/core/impact";
import { log } from "@/server/core/log";
import { cropAround, describePicture } from "@/server/domains/audits/rules";
import type { AccessibilityInfo, Box } from "@/server/scanner/contract";
import { picturesInReport, type ReportExample, type ReportIssue } from "../report-data";

/** A screenshot that shows an element; `width` and `height` are in the units of `box`. */
export interface PictureSource {
  box: Box;
  width: number;
  height: number;
  accessibility: AccessibilityInfo | null;
  read: () => Promise<Buffer | null>;
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
 * Returns the part of a screenshot around an element, with an outline, as a JPEG. The native decoder is loaded on
 * demand.
 */
const cropPicture = async ({ box, width, height }: PictureSource, file: Buffer): Promise<Buffer> => {
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

/** Adds a picture to each of the most urgent issues, unless none of its examples appears in a screenshot. */
export const addPictures = async (
  issues: readonly ReportIssue[],
  sources: ReadonlyMap<ReportExample, PictureSource>,
): Promise<void> => {
  const urgencyOf = ({ rule_id, impact, pages, nodes }: ReportIssue) => ({
    rule_id,
    impact: impact ?? null,
    pages: pages ?? null,
    nodes: nodes ?? null,
  });
  const first = [...issues].sort((a, b) => compareUrgency(urgencyOf(a), urgencyOf(b))).slice(0, picturesInReport);
  for (const { rule_id, examples } of first) {
    const example = examples?.find((each) => sources.has(each));
    const source = example && sources.get(example);
    if (!example || !source) continue;
    try {
      const file = await source.read();
      if (!file) continue;
      const image = `data:image/jpeg;base64,${(await cropPicture(source, file)).toString("base64")}`;
      example.picture = { image, alt: describePicture(source.accessibility) };
    } catch (error) {
      log.warn({ rule_id, err: error }, "failed to crop a screenshot for a report");
    }
  }
};
