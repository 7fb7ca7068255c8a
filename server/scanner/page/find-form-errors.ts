import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { withoutRequests } from "./without-requests";

/** A form that checks itself replies at once. */
const REPLY_MS = 400;
/** Scripts often announce a message, or move the focus to it, a moment after showing it. */
const ANNOUNCING_MS = 1_000;
const POLL_MS = 50;

/** Whether the forms of a scan have said anything that was recorded. */
export type FormMemory = Map<string, boolean>;

const replies = async (tab: Tab): Promise<boolean> => {
  const deadline = performance.now() + REPLY_MS;
  while (performance.now() < deadline) {
    await sleep(POLL_MS);
    if (await callProbeWithRetry(tab, "hasReplied")) return true;
  }
  return false;
};

/**
 * Submits a form as it is. Returns whether its reply was recorded. A form that sends something, or opens a dialog of the
 * browser, isn't judged.
 */
const submit = async (tab: Tab, form: number, sent: string[]): Promise<boolean> => {
  if (!(await callProbeWithRetry(tab, "focusSubmit", form))) return false;
  const url = tab.page.url();
  let hasDialog = false;
  const noteDialog = (): void => {
    hasDialog = true;
  };
  sent.length = 0;
  tab.page.once("dialog", noteDialog);
  await tab.page.keyboard.press("Enter");
  const hasReplied = await replies(tab);
  if (hasReplied) await sleep(ANNOUNCING_MS);
  tab.page.off("dialog", noteDialog);
  if (!hasReplied || hasDialog || sent.length > 0 || tab.page.url() !== url) return false;
  return (await callProbeWithRetry(tab, "noteReply", form)) > 0;
};

/**
 * Submits forms without filling them in, and records errors that only some people notice. Returns whether there was
 * anything to record. May change the state of the page.
 */
export const findFormErrors = async (tab: Tab, memory: FormMemory): Promise<boolean> => {
  const forms = await callProbeWithRetry(tab, "listForms");
  if (!forms.some((kind) => memory.get(kind) ?? true)) return false;
  return withoutRequests(tab, async (_attempts, sent) => {
    let isFound = false;
    for (const [form, kind] of forms.entries()) {
      if (memory.get(kind) === false) continue;
      const isRecorded = await submit(tab, form, sent);
      memory.set(kind, isRecorded);
      isFound ||= isRecorded;
    }
    await callProbeWithRetry(tab, "leaveStops");
    return isFound;
  });
};
