import type { StripPicture } from "@/server/scanner/contract";
import type { CallbackPage } from "./callback-contract";
import { type AuditOfWebsite, type SentImage, type StoredScreenshot, storeScreenshots } from "./store-screenshots";

/** The page state that a picture in a strip shows, and the element's position in the picture. */
export type StripFacts = Omit<StripPicture, "content_type" | "data">;

export type StoredStrip = (StripFacts & { screenshot: StoredScreenshot })[];

export type StripRow = (StripFacts & { screenshot_id: string })[];

export interface StoredPictures {
  screenshot: StoredScreenshot | null;
  /** In the order in which the scanner sent them; null for a strip that can't be stored. */
  strips: (StoredStrip | null)[];
}

type Take = () => StoredScreenshot | null;

const imagesOf = ({ screenshot, strips }: CallbackPage): (SentImage | null)[] => [
  screenshot,
  ...strips.flatMap((strip) => strip?.pictures ?? []),
];

/** Leaves out a strip if one of its pictures can't be stored, because the others are meaningless on their own. */
const stripOf = (pictures: readonly StripPicture[], take: Take): StoredStrip | null => {
  const stored = pictures.map((picture) => ({ picture, screenshot: take() }));
  return stored.some(({ screenshot }) => screenshot === null)
    ? null
    : stored.flatMap(({ picture: { content_type: _, data: __, ...facts }, screenshot }) =>
        screenshot ? [{ ...facts, screenshot }] : [],
      );
};

/** Stores the screenshots and strips of pages. */
export const storePictures = async (
  audit: AuditOfWebsite,
  pages: readonly CallbackPage[],
): Promise<{ page: CallbackPage; pictures: StoredPictures }[]> => {
  const stored = await storeScreenshots(audit, pages.flatMap(imagesOf));
  let next = 0;
  const take: Take = () => {
    next += 1;
    return stored[next - 1] ?? null;
  };
  return pages.map((page) => ({
    page,
    pictures: { screenshot: take(), strips: page.strips.map((strip) => strip && stripOf(strip.pictures, take)) },
  }));
};

/** Returns the stored screenshots and strip pictures of pages. */
export const listPictures = (pages: readonly { pictures: StoredPictures }[]): (StoredScreenshot | null)[] =>
  pages.flatMap(({ pictures: { screenshot, strips } }) => [
    screenshot,
    ...strips.flatMap((strip) => (strip ?? []).map((picture) => picture.screenshot)),
  ]);

/** Returns the row of a strip, with the ids of its screenshots, looked up by hash; null if a screenshot is missing. */
export const toStripRow = (strip: StoredStrip | null, ids: ReadonlyMap<string, string>): StripRow | null => {
  const row = (strip ?? []).flatMap(({ screenshot, ...facts }) => {
    const screenshot_id = ids.get(screenshot.hash);
    return screenshot_id ? [{ ...facts, screenshot_id }] : [];
  });
  return strip && row.length === strip.length ? row : null;
};
