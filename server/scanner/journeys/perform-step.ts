import { setTimeout as sleep } from "node:timers/promises";
import type { ElementHandle, Locator } from "playwright-core";
import { isUrl } from "@/server/core/is-url";
import type { Tab } from "../browser/open-tab";
import { createAddressFilter } from "../crawl/patterns";
import { withoutFragment } from "../hash-route";
import type { JourneyStep, StepOf } from "../journey-contract";
import { callProbeWithRetry, settle, settleAfterLoad } from "../page/call-probe-with-retry";
import { loadPage } from "../page/load-page";
import { assessTarget } from "./assess-target";
import { describeElement, findElement } from "./find-element";
import { findFocused } from "./find-frame";
import { JourneyFailure, refuseAction } from "./journey-failure";

/** A step that does something, rather than scanning the page. */
export type ActiveStep = Exclude<JourneyStep, StepOf<"scan">>;

export interface StepContext {
  tab: Tab;
  websiteUrl: string;
  timeoutMs: number;
  /** Returns the username or password of the sign-in for a page or frame with this URL. Throws JourneyFailure. */
  readSecret(which: "user_name" | "password", url: string): string;
}

const POLL_MS = 100;
/** How long a click may take to start loading another page. */
const REACTION_MS = 150;
const LOAD_TIMEOUT_MS = 20_000;
const submitKeys = /(?:^|\+)(?:Enter|NumpadEnter)$/;

/** Describes a step for messages, without the text that it enters. */
export const describeStep = (step: JourneyStep): string => {
  switch (step.action) {
    case "go_to":
    case "wait_for_url":
      return `${step.action} ${step.url}`;
    case "wait_for_text":
      return `wait_for_text “${step.text}”`;
    case "press":
      return `press ${step.key}`;
    case "scan":
      return `scan “${step.name}”`;
    default:
      return `${step.action} ${describeElement(step.element)}`;
  }
};

const goTo = async ({ tab, websiteUrl }: StepContext, { url }: StepOf<"go_to">): Promise<void> => {
  if (!isUrl(url, websiteUrl)) throw new JourneyFailure("The URL isn't valid.");
  const { status } = await loadPage(tab, new URL(url, websiteUrl).href);
  if (status >= 400) throw new JourneyFailure(`The server responded with status ${status}.`);
  await settleAfterLoad(tab);
};

type ElementStep = StepOf<"click" | "fill" | "select" | "press">;

/**
 * Returns the element that a step acts on: the focused element if the step presses a key and doesn't specify an
 * element.
 */
const locate = ({ tab, timeoutMs }: StepContext, { element }: ElementStep): Promise<Locator> =>
  element === undefined ? findFocused(tab.page) : findElement(tab.page, element, timeoutMs);

/**
 * Throws JourneyFailure if clicking the element or pressing a key on it may do something that the step doesn't allow.
 */
const assertHarmless = async (step: ElementStep, element: Locator): Promise<void> => {
  const submits = step.action === "press" && submitKeys.test(step.key);
  const acts = step.action === "click" || submits || (step.action === "press" && /(?:^|\+)Space$/.test(step.key));
  if (!acts || (await element.count()) === 0) return;
  const risk = await assessTarget(element, submits);
  if (risk !== undefined && !(step.allow ?? []).includes(risk)) throw refuseAction(risk);
};

/** Runs in the page: reports whether a field is a drop-down list, which recordings don't say. */
const isDropDown = (field: Node): boolean => field instanceof HTMLSelectElement;

/** Returns the secret for a field. The field may be in a frame whose origin differs from the page's. */
const readSecret = async (
  { tab, readSecret }: StepContext,
  which: "user_name" | "password",
  field: ElementHandle,
): Promise<string> => {
  const frame = await field.ownerFrame();
  readSecret(which, tab.page.url());
  return readSecret(which, frame?.url() ?? "");
};

/**
 * Enters the username or password into a field. Uses a handle, so that the element that is filled is the one whose
 * frame was checked. A locator would look for the element again, perhaps in a document from another website that has
 * replaced this one in the meantime.
 */
const enterSecret = async (context: StepContext, which: "user_name" | "password", element: Locator): Promise<void> => {
  const options = { timeout: context.timeoutMs };
  const field = await element.elementHandle(options);
  try {
    const isList = await field.evaluate(isDropDown);
    const text = await readSecret(context, which, field);
    if (isList) await field.selectOption(text, options);
    else await field.fill(text, options);
  } finally {
    await field.dispose();
  }
};

const enter = async (context: StepContext, step: StepOf<"fill">, element: Locator): Promise<void> => {
  if (step.secret !== undefined) return enterSecret(context, step.secret, element);
  const options = { timeout: context.timeoutMs };
  const { text = "" } = step;
  if (await element.evaluate(isDropDown, undefined, options)) await element.selectOption(text, options);
  else await element.fill(text, options);
};

const act = async (context: StepContext, step: ElementStep): Promise<void> => {
  const options = { timeout: context.timeoutMs };
  const element = await locate(context, step);
  await assertHarmless(step, element);
  if (step.action === "click") await element.click(options);
  else if (step.action === "fill") await enter(context, step, element);
  else if (step.action === "select") await element.selectOption({ label: step.option }, options);
  else if (step.element === undefined) await context.tab.page.keyboard.press(step.key);
  else await element.press(step.key, options);
};

const awaitText = async ({ tab, timeoutMs }: StepContext, { text }: StepOf<"wait_for_text">): Promise<void> => {
  const found = tab.page.getByText(text).filter({ visible: true }).first();
  await found.waitFor({ state: "visible", timeout: timeoutMs });
};

const awaitUrl = async ({ tab, timeoutMs }: StepContext, { url }: StepOf<"wait_for_url">): Promise<void> => {
  const isWanted = createAddressFilter([url], []);
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(POLL_MS))
    if (isWanted(tab.page.url()) || isWanted(withoutFragment(tab.page.url()))) return;
  throw new JourneyFailure("The page's URL didn't change to the expected one.");
};

/** Waits until the page has finished responding to a step. */
const awaitReaction = async (tab: Tab): Promise<void> => {
  await sleep(REACTION_MS);
  await callProbeWithRetry(tab, "load", { maxMs: LOAD_TIMEOUT_MS });
  await settle(tab);
};

/** Performs one step and waits for its effects. Throws JourneyFailure, or the browser's error. */
export const performStep = async (context: StepContext, step: ActiveStep): Promise<void> => {
  if (step.action === "go_to") return goTo(context, step);
  if (step.action === "wait_for_text") await awaitText(context, step);
  else if (step.action === "wait_for_url") await awaitUrl(context, step);
  else await act(context, step);
  await awaitReaction(context.tab);
};
