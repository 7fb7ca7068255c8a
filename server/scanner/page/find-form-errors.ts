import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../browser/open-tab";
import { callProbeWithRetry } from "./call-probe-with-retry";
import { callWithNodes, type Listener, nodesThatListen } from "./isolated-world";
import { callProbeWithNodes } from "./probe/probe-script";
import type { StatusUse } from "./rules/status-messages";
import { sealed } from "./without-requests";

const MAX_LISTENING = 200;
/** Time to wait for a page's reply. A page that replies without contacting the server does so almost immediately. */
const REPLY_MS = 300;
/**
 * Time to wait for an announcement, because scripts often announce a message, or move focus to it, a moment after
 * showing it.
 */
const ANNOUNCING_MS = 1_000;
const POLL_MS = 50;

/** Whether the page's reply was recorded, keyed by kind of form, button or field. Shared by all pages of a scan. */
export type FormMemory = Map<string, boolean>;

interface Attempt {
  /** Focuses the control that the attempt uses. Returns whether the control has focus. */
  focus(): Promise<boolean>;
  key: string;
  hasReplied(): Promise<boolean>;
  /** Records the page's reply. Returns the number of elements recorded. */
  note(): Promise<number>;
}

const becomesTrue = async (condition: () => Promise<boolean>): Promise<boolean> => {
  const deadline = performance.now() + REPLY_MS;
  while (performance.now() < deadline) {
    await sleep(POLL_MS);
    if (await condition()) return true;
  }
  return false;
};

/**
 * Presses a key. Returns whether the page's reply was recorded. Ignores the reply if the page also sends a request,
 * navigates or opens a browser dialog.
 */
const attempt = async (tab: Tab, { focus, key, hasReplied, note }: Attempt, sent: string[]): Promise<boolean> => {
  if (tab.watch.record.usesSockets || !(await focus())) return false;
  const url = tab.page.url();
  let hasDialog = false;
  const noteDialog = (): void => {
    hasDialog = true;
  };
  sent.length = 0;
  tab.page.once("dialog", noteDialog);
  await tab.page.keyboard.press(key);
  const isReply = await becomesTrue(hasReplied);
  if (isReply) await sleep(ANNOUNCING_MS);
  tab.page.off("dialog", noteDialog);
  const hasSent = sent.length > 0 || tab.watch.record.usesSockets;
  if (!isReply || hasDialog || hasSent || tab.page.url() !== url) return false;
  return (await note()) > 0;
};

const submitForm = (tab: Tab, form: number, sent: string[]): Promise<boolean> =>
  attempt(
    tab,
    {
      focus: () => callProbeWithRetry(tab, "focusSubmit", form),
      key: "Enter",
      hasReplied: () => callProbeWithRetry(tab, "hasReplied"),
      note: () => callProbeWithRetry(tab, "noteReply", form),
    },
    sent,
  );

/**
 * Records whether a dialog receives focus or the Tab key reaches it, then closes it. Returns the number of dialogs that
 * don't pass.
 */
const testDialog = async (tab: Tab, hasFocus: boolean): Promise<number> => {
  const { keyboard } = tab.page;
  if (!hasFocus) {
    await keyboard.press("Tab");
    await sleep(POLL_MS);
    await callProbeWithRetry(tab, "readDialogTab");
  }
  await keyboard.press("Escape");
  await sleep(POLL_MS * 2);
  if (await callProbeWithRetry(tab, "focusDialogClose")) {
    await keyboard.press("Enter");
    await sleep(POLL_MS * 2);
  }
  return callProbeWithRetry(tab, "noteDialog");
};

const noteResult = async (tab: Tab, control: number): Promise<number> => {
  const dialog = await callProbeWithRetry(tab, "readDialog");
  return dialog === "none" ? callProbeWithRetry(tab, "noteStatus", control) : testDialog(tab, dialog === "focused");
};

/** For each way of using a control, the key for it and the key that restores the control, if any. */
const keys: Readonly<Record<StatusUse, { key: string; back?: string }>> = {
  press: { key: "Enter" },
  type: { key: "a", back: "Backspace" },
  check: { key: " ", back: " " },
  choose: { key: "ArrowDown", back: "ArrowUp" },
};

/** Uses a control and, if it isn't a button, restores it. */
const useControl = async (tab: Tab, control: number, use: StatusUse, sent: string[]): Promise<boolean> => {
  const { key, back } = keys[use];
  const isRecorded = await attempt(
    tab,
    {
      focus: () => callProbeWithRetry(tab, "focusStatusControl", control),
      key,
      hasReplied: () => callProbeWithRetry(tab, "hasNews"),
      note: () => noteResult(tab, control),
    },
    sent,
  );
  // If focus has moved, the key would use another control.
  if (back && (await callProbeWithRetry(tab, "isStatusControlFocused", control))) await tab.page.keyboard.press(back);
  return isRecorded;
};

const listControls = async (tab: Tab, listeners: readonly Listener[]) => {
  const tell = async (name: "noteActing" | "noteTyping" | "noteChoosing", events: readonly string[]): Promise<void> => {
    const nodes = nodesThatListen(listeners, events).slice(0, MAX_LISTENING);
    await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes(name), nodes);
  };
  await tell("noteActing", ["click"]);
  await tell("noteTyping", ["input", "keyup"]);
  await tell("noteChoosing", ["change", "input", "click"]);
  return callProbeWithRetry(tab, "listStatusControls");
};

/**
 * Submits forms without filling them in, uses buttons, fields, checkboxes and drop-down lists, and records errors and
 * other messages that some people may miss. Returns whether there was anything to record, and whether there was anything to use. May
 * change the state of the page.
 */
export const findFormErrors = async (
  tab: Tab,
  listeners: readonly Listener[],
  memory: FormMemory,
): Promise<{ hasControls: boolean; isFound: boolean }> => {
  const forms = await callProbeWithRetry(tab, "listForms");
  const controls = await listControls(tab, listeners);
  const isNew = (kind: string): boolean => memory.get(kind) ?? true;
  const hasControls = forms.length + controls.length > 0;
  if (![...forms, ...controls.map(({ kind }) => kind)].some(isNew)) return { hasControls, isFound: false };
  const isFound = await sealed(tab, async (_attempts, sent) => {
    let isAny = false;
    const remember = async (kind: string, work: () => Promise<boolean>): Promise<void> => {
      if (!isNew(kind)) return;
      const isRecorded = await work();
      memory.set(kind, isRecorded);
      isAny ||= isRecorded;
    };
    for (const [form, kind] of forms.entries()) await remember(kind, () => submitForm(tab, form, sent));
    for (const [control, { kind, use }] of controls.entries())
      await remember(kind, () => useControl(tab, control, use, sent));
    await callProbeWithRetry(tab, "leaveStops");
    return isAny;
  });
  return { hasControls, isFound };
};
