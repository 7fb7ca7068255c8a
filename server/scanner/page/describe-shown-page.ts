import type { Tab } from "../browser/open-tab";
import type { ScreenshotOptions } from "../page-result";
import { hideSecretValues } from "../sign-in/secret-values";
import type { TrialPicture } from "../trial-picture";
import { redactText } from "./redact";
import { takeScreenshot } from "./take-screenshot";

export interface ShownPage {
  url: string | null;
  title: string | null;
  picture: TrialPicture | null;
}

const PICTURE = { max_height: 1_200, max_bytes: 300_000 };
const LONGEST_URL = 4_000;
const LONGEST_TITLE = 500;

/** Takes a screenshot of the page in the tab for the result of a trial. Returns null if that fails. */
export const takeTrialPicture = async (tab: Tab, options: ScreenshotOptions): Promise<TrialPicture | null> => {
  const picture = await takeScreenshot(tab, options);
  if (!picture) return null;
  const { width, height, data } = picture.screenshot;
  return { width, height, data };
};

/** Describes the page in the tab, with all secrets masked. */
export const describeShownPage = async (tab: Tab): Promise<ShownPage> => {
  const hide = (text: string): string => hideSecretValues(redactText(text), tab.hidden);
  return {
    url: hide(tab.page.url()).slice(0, LONGEST_URL),
    title: hide(await tab.page.title().catch(() => "")).slice(0, LONGEST_TITLE),
    picture: await takeTrialPicture(tab, PICTURE),
  };
};
