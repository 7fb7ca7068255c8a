import { compareUrgency } from "@/server/core/impact";
import { log } from "@/server/core/log";
import { cropScreenshot, outlinePicture, type PlaceInScreenshot } from "@/server/domains/audits";
import { describePicture, describeState, describeStripPicture } from "@/server/domains/audits/rules";
import type { AccessibilityInfo, ElementBox, StripPicture } from "@/server/scanner/contract";
import { picturesInReport, type ReportExample, type ReportIssue, type ReportStripPicture } from "../report-data";

type Read = () => Promise<Buffer | null>;

/** A screenshot that shows an element. */
export interface PictureSource extends PlaceInScreenshot {
  box: ElementBox;
  read: Read;
}

export type StripSource = Omit<StripPicture, "content_type" | "data"> & { read: Read };

/** The pictures that show an element: its strip or, if it has none, a screenshot. */
export interface EvidenceSource {
  accessibility: AccessibilityInfo | null;
  picture: PictureSource | null;
  strip: StripSource[] | null;
}

const STRIP_WIDEST = 480;

const toDataUri = (jpeg: Buffer): string => `data:image/jpeg;base64,${jpeg.toString("base64")}`;

/** Returns a strip with an outline in each picture, or null if any of the pictures has been deleted. */
const drawStrip = async ({ strip, accessibility }: EvidenceSource): Promise<ReportStripPicture[] | null> => {
  const drawn: ReportStripPicture[] = [];
  for (const picture of strip ?? []) {
    const file = await picture.read();
    if (!file) return null;
    const image = toDataUri(await outlinePicture(picture, file, STRIP_WIDEST));
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
      image: toDataUri(await cropScreenshot(source.picture, file)),
      alt: describePicture(source.accessibility, source.picture.box),
    };
};

/** Adds a strip or screenshot, if available, to one example of each of the most urgent issues. */
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
