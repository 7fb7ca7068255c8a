import { compareUrgency } from "@/server/core/impact";
import { log } from "@/server/core/log";
import { cropScreenshot, type PlaceInScreenshot } from "@/server/domains/audits";
import { describePicture } from "@/server/domains/audits/rules";
import type { AccessibilityInfo } from "@/server/scanner/contract";
import { picturesInReport, type ReportExample, type ReportIssue } from "../report-data";

/** A screenshot that shows an element. */
export interface PictureSource extends PlaceInScreenshot {
  accessibility: AccessibilityInfo | null;
  read: () => Promise<Buffer | null>;
}

/** Adds pictures to the most urgent issues with an example that appears in a screenshot. */
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
      const image = `data:image/jpeg;base64,${(await cropScreenshot(source, file)).toString("base64")}`;
      example.picture = { image, alt: describePicture(source.accessibility) };
    } catch (error) {
      log.warn({ rule_id, err: error }, "failed to crop a screenshot for a report");
    }
  }
};
