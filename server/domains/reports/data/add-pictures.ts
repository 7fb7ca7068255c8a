import type { Sharp } from "sharp";
import { compareUrgency } from "@/server/core/impact";
import { log } from "@/server/core/log";
import { cropAround, describePicture, describeState, describeStripPicture } from "@/server/domains/audits/rules";
import type { AccessibilityInfo, Box, ElementBox, StripPicture } from "@/server/scanner/contract";
import { picturesInReport, type ReportExample, type ReportIssue, type ReportStripPicture } from "../report-data";

type Read = () => Promise<Buffer | null>;

/** A screenshot that shows an element; `width` and `height` are in the units of `box`. */
export interface PictureSource {
  box: ElementBox;
  width: number;
  height: number;
  read: Read;
}

/** A picture of a strip. */
export type StripSource = Omit<StripPicture, "content_type" | "data"> & { read: Read };

/** What shows an element: its strip, or else a screenshot. */
export interface EvidenceSource {
  accessibility: AccessibilityInfo | null;
  picture: PictureSource | null;
  strip: StripSource[] | null;
}

const WIDEST = 720;
const STRIP_WIDEST = 480;
const MOST_PIXELS = 20_000_000;
const SECONDS = 10;

/** Draws a two-coloured outline that is visible on any background, and an edge around the picture. */
const outlineOf = (box: Box | null, size: { width: number; height: number }): Buffer => {
  const rectangle = ({ x, y, width, height }: Box, stroke: string, thickness: number) =>
    `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" fill="none" stroke="${stroke}" stroke-width="${thickness}"/>`;
  const outline = box ? `${rectangle(box, "#fff", 7)}${rectangle(box, "#d6003c", 3)}` : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${outline}<rect x="0.5" y="0.5" width="${size.width - 1}" height="${size.height - 1}" fill="none" stroke="#c4c8d0"/></svg>`,
  );
};

/** Loads the native decoder on demand. */
const open = async (file: Buffer): Promise<Sharp> => {
  const { default: sharp } = await import("sharp");
  return sharp(file, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: SECONDS });
};

const toJpeg = async (image: Sharp, box: Box | null, size: { width: number; height: number }): Promise<string> => {
  const drawn = image
    .resize(size.width, size.height, { fit: "fill" })
    .composite([{ input: outlineOf(box, size) }])
    .flatten({ background: "#fff" })
    .jpeg({ quality: 60, mozjpeg: true });
  return `data:image/jpeg;base64,${(await drawn.toBuffer()).toString("base64")}`;
};

/** Returns the part of a screenshot around an element, with an outline. */
const cropPicture = async ({ box, width, height }: PictureSource, file: Buffer): Promise<string> => {
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
  const toPart = (value: number) => value * scale * shrink;
  const outlined = {
    x: toPart(box.x - crop.x),
    y: toPart(box.y - crop.y),
    width: toPart(box.width),
    height: toPart(box.height),
  };
  return toJpeg(image.extract(part), outlined, size);
};

const drawStripPicture = async ({ box, width, height, read }: StripSource): Promise<string | null> => {
  const file = await read();
  if (!file) return null;
  const scale = Math.min(1, STRIP_WIDEST / width);
  const toPart = (value: number) => value * scale;
  const size = { width: Math.max(1, Math.round(toPart(width))), height: Math.max(1, Math.round(toPart(height))) };
  const outlined = box && {
    x: toPart(box.x),
    y: toPart(box.y),
    width: toPart(box.width),
    height: toPart(box.height),
  };
  return toJpeg(await open(file), outlined, size);
};

/** Returns null if one of the pictures has been deleted. */
const drawStrip = async ({ strip, accessibility }: EvidenceSource): Promise<ReportStripPicture[] | null> => {
  const drawn: ReportStripPicture[] = [];
  for (const picture of strip ?? []) {
    const image = await drawStripPicture(picture);
    if (image === null) return null;
    drawn.push({ image, alt: describeStripPicture(picture, accessibility), caption: describeState(picture) });
  }
  return drawn.length > 0 ? drawn : null;
};

const addTo = async (example: ReportExample, source: EvidenceSource): Promise<void> => {
  const strip = await drawStrip(source);
  if (strip) {
    example.strip = strip;
    return;
  }
  const file = await source.picture?.read();
  if (source.picture && file)
    example.picture = {
      image: await cropPicture(source.picture, file),
      alt: describePicture(source.accessibility, source.picture.box),
    };
};

/** Adds a strip or a picture to each of the most urgent issues, unless none of its examples appears in one. */
export const addPictures = async (
  issues: readonly ReportIssue[],
  sources: ReadonlyMap<ReportExample, EvidenceSource>,
): Promise<void> => {
  const urgencyOf = ({ rule_id, impact, pages, nodes }: ReportIssue) => ({
    rule_id,
    impact: impact ?? null,
    pages: pages ?? null,
    nodes: nodes ?? null,
  });
  const first = [...issues].sort((a, b) => compareUrgency(urgencyOf(a), urgencyOf(b))).slice(0, picturesInReport);
  for (const { rule_id, examples } of first) {
    const pictured = examples?.filter((each) => sources.has(each)) ?? [];
    const example = pictured.find((each) => sources.get(each)?.strip) ?? pictured[0];
    const source = example && sources.get(example);
    if (!example || !source) continue;
    try {
      await addTo(example, source);
    } catch (error) {
      log.warn({ rule_id, err: error }, "failed to draw a picture for a report");
    }
  }
};
