import { getStore } from "@/server/adapters/store";
import type { Ctx } from "@/server/core/context";
import { log } from "@/server/core/log";
import { cropScreenshot } from "..";
import type { CreateSolution } from "./contract";
import { familyOf } from "./families";
import { findFinding } from "./find-finding";
import { hashCode } from "./hash-code";

/** The part of a page's screenshot around an element. */
export interface ElementPicture {
  /** Identifies the screenshot without reading its file. */
  hash: string;
  /** Returns a JPEG; null if the screenshot has been purged or can't be read. */
  read(): Promise<Buffer | null>;
}

const MAX_BYTES = 300_000;

/** Rules that don't belong to the `alt` or `label` family, but whose failures are also fixed by adding text. */
const rulesAboutNames = ["link-name", "button-name", "input-button-name", "aria-command-name"];

const isAboutText = (rule_id: string): boolean =>
  ["alt", "label"].includes(familyOf(rule_id)) || rulesAboutNames.includes(rule_id);

/**
 * Returns a screenshot of an element that can be fixed by adding text, from the newest audit that contains the element.
 * Returns null if there is no screenshot, if the screenshot only shows the frame around the element, or if the
 * element's code has changed. The caller must have checked that the screenshot may be shared.
 */
export const findPicture = async (
  ctx: Ctx,
  { rule_id, html, page_url, selector }: CreateSolution,
): Promise<ElementPicture | null> => {
  if (!page_url || !selector || !isAboutText(rule_id)) return null;
  const finding = await findFinding(ctx, { rule_id, page_url, selector });
  if (!finding || finding.html.trim() !== html) return null;
  const { box, key, hash, width, height } = finding;
  if (!box || box.is_frame || !key || !width || !height) return null;
  return {
    hash: hashCode(JSON.stringify([hash, box])),
    read: async () => {
      try {
        const file = await getStore().get(key);
        const picture = file && (await cropScreenshot({ box, width, height }, file));
        return picture && picture.length <= MAX_BYTES ? picture : null;
      } catch (error) {
        log.warn({ rule_id, err: error }, "failed to crop a screenshot for a fix");
        return null;
      }
    },
  };
};
