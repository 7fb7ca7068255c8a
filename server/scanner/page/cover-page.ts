import type { Tab } from "../browser/open-tab";
import { evaluateApart } from "./isolated-world";
import type { CoveredParts, PictureSize } from "./probe/cover-secrets";
import { callProbe, type Probe } from "./probe/probe-script";
import { readAnswer } from "./read-answer";
import { findSecrets } from "./redact";

/** Calls a probe function. Unlike `callProbeWithRetry`, fails if the page navigates. */
export const callProbeOnce = async <Name extends keyof Probe>(
  tab: Tab,
  name: Name,
  ...input: Parameters<Probe[Name]>
) => readAnswer(name, await evaluateApart(tab.cdp, tab.frameId, callProbe(name, ...input)));

const partsToCover = (words: readonly string[]): CoveredParts =>
  words.flatMap((word, index) => findSecrets(word).map(([start, end]) => [index, start, end] as const));

/** Masks what must not appear in a screenshot of the page. Returns the size of the page. */
export const coverPage = async (tab: Tab): Promise<PictureSize> =>
  callProbeOnce(tab, "cover", partsToCover(await callProbeOnce(tab, "listSuspectWords", tab.hidden)));

export const uncoverPage = (tab: Tab): Promise<void> => callProbeOnce(tab, "uncover");
