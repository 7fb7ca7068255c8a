import { log } from "@/server/core/log";
import type { Tab } from "../../browser/open-tab";
import { finalAddress } from "../../hash-route";
import type { PageError, PageOnPhone, StripPicture } from "../../page-result";
import { callProbeWithRetry, settleAfterLoad } from "../call-probe-with-retry";
import { uncoverPage } from "../cover-page";
import { type LoadedPage, loadPage } from "../load-page";
import { PageFailure, toPageError } from "../page-failure";
import type { AxeFindings } from "../probe/run-axe";
import { createShoot } from "../strips/shoot";
import type { TakenStrip } from "../strips/take-strips";
import type { PageEvidence } from "../walls/clues";
import { joinView } from "./join-view";
import { matchElements, numberInView } from "./match-elements";
import { withoutUnclearContrast } from "./view-rules";

export interface PhoneFindings {
  page: PageOnPhone;
  /** The findings in the usual view, joined with those on the phone. */
  found: AxeFindings;
  strips: TakenStrip[];
  /** The number of findings on the phone that were left out because they are on excluded elements. */
  excluded: number;
}

export interface PhoneTask {
  url: string;
  /** The rules to run. */
  rules: readonly string[];
  /** The findings in the usual view. */
  usual: AxeFindings;
  /** Selectors of elements to leave out of the findings. */
  excludeElements: readonly string[];
  mostStrips: number;
  mostElements: number;
  /** Returns why the page that is shown on a phone can't be tested; null if it can be. */
  refuse: (page: PageEvidence) => Promise<PageError | null>;
  /** Runs `work` in a new tab that emulates a phone. */
  withPhoneTab: (work: (tab: Tab) => Promise<void>) => Promise<void>;
}

const MAX_URL = 4_096;
const LIMITS = { nodesPerRule: 500, nodesPerPage: 5_000, outline: false };

const takePictures = async (tab: Tab, element: number): Promise<StripPicture[]> => {
  await callProbeWithRetry(tab, "showNoted", element);
  const shoot = createShoot(tab, element);
  const whole = await shoot("phone_window", { isWhole: true, isOutlined: true });
  return [whole, await shoot("phone_element", { isOutlined: true })];
};

class PhoneScan {
  page: PageOnPhone;
  found: AxeFindings;
  readonly strips: TakenStrip[] = [];
  excluded = 0;

  constructor(private readonly task: PhoneTask) {
    this.page = { final_url: task.url.slice(0, MAX_URL), error: null };
    this.found = task.usual;
  }

  async scan(tab: Tab): Promise<void> {
    const { task } = this;
    const loaded = await loadPage(tab, task.url);
    this.noteUrl(loaded.finalUrl);
    if (loaded.status >= 400)
      throw new PageFailure("http_error", `On a phone, the server responded with status ${loaded.status}.`);
    await settleAfterLoad(tab);
    await this.check(tab, loaded);
    if (task.excludeElements.length > 0) await callProbeWithRetry(tab, "excludeElements", task.excludeElements);
    await callProbeWithRetry(tab, "noteStructure");
    const own = await callProbeWithRetry(tab, "axe", { rules: [...task.rules], ...LIMITS });
    if (task.excludeElements.length > 0) this.excluded = (await callProbeWithRetry(tab, "countExcluded")).findings;
    const matched = matchElements(task.usual, withoutUnclearContrast(own));
    this.found = joinView(task.usual, { view: "phone", found: matched });
    await this.shoot(tab, matched);
  }

  private noteUrl(url: string): void {
    const shown = finalAddress(this.task.url, url).slice(0, MAX_URL);
    this.page = { ...this.page, final_url: shown || this.page.final_url };
  }

  /** Throws PageFailure if the page that is shown on a phone can't be tested. */
  private async check(tab: Tab, { status, headers }: LoadedPage): Promise<void> {
    const { task } = this;
    const facts = await callProbeWithRetry(tab, "facts");
    const finalUrl = finalAddress(task.url, facts.address);
    this.noteUrl(finalUrl);
    const refusal = await task.refuse({ url: task.url, finalUrl, status, headers, facts });
    if (refusal) throw new PageFailure(refusal.code, refusal.message);
    if (facts.elements > task.mostElements)
      throw new PageFailure("too_large", `On a phone, the page has too many elements to scan: ${facts.elements}.`);
  }

  /** Takes pictures of the first element for each rule that fails only on the phone. */
  private async shoot(tab: Tab, { rules }: AxeFindings): Promise<void> {
    for (const { id, violations } of rules) {
      const element = violations.find((node) => numberInView(node.element) !== null)?.element ?? null;
      const number = numberInView(element);
      if (this.strips.length >= this.task.mostStrips || element === null || number === null) continue;
      try {
        this.strips.push({ rule: id, element, strip: { pictures: await takePictures(tab, number) } });
      } catch (error) {
        log.debug({ url: tab.page.url(), rule: id, err: error }, "failed to take a screenshot on a phone");
      } finally {
        await uncoverPage(tab);
      }
    }
  }
}

/**
 * Loads a page again on an emulated phone and adds the findings there to those in the usual view. If that fails, the
 * findings stay as they are, and `page` says why.
 */
export const scanOnPhone = async (task: PhoneTask): Promise<PhoneFindings> => {
  const scan = new PhoneScan(task);
  await task
    .withPhoneTab((tab) => scan.scan(tab))
    .catch((error: unknown) => {
      log.debug({ url: task.url, err: error }, "failed to test a page on a phone");
      const { code, message } = toPageError(error);
      scan.page = { ...scan.page, error: { code, message: message.slice(0, 1_000) } };
    });
  const { page, found, strips, excluded } = scan;
  return { page, found: page.error ? task.usual : found, strips: page.error ? [] : strips, excluded };
};
