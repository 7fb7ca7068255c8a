import { setTimeout as sleep } from "node:timers/promises";
import type { Frame, Locator, Page } from "playwright-core";
import type { JourneyElement, JourneyFrame } from "../journey-contract";
import { findFrame } from "./find-frame";
import { JourneyFailure } from "./journey-failure";

const POLL_MS = 100;
/** How long to try only the first way of finding an element, because the others are less reliable. */
const FIRST_WAY_MS = 2_000;

/** Roles to try when a step gives only a name: those of elements that people can interact with. */
const controls = [
  ...(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "option", "textbox", "searchbox"] as const),
  ...(["combobox", "spinbutton", "slider"] as const),
];

type Way = (exact: boolean) => Locator;

const byName = (frame: Frame, name: string): Way => {
  return (exact) => {
    const [first, ...others] = controls.map((role) => frame.getByRole(role, { name, exact }));
    if (!first) throw new Error("The list of control roles is empty.");
    return others.reduce((all, other) => all.or(other), first);
  };
};

/** Lists the ways of finding the element, the most reliable first. */
const listWays = (frame: Frame, { role, name, label, text, test_id, css }: JourneyElement): Way[] => [
  ...(role === undefined ? [] : [(exact: boolean) => frame.getByRole(role, name === undefined ? {} : { name, exact })]),
  ...(role === undefined && name !== undefined ? [byName(frame, name)] : []),
  ...(label === undefined ? [] : [(exact: boolean) => frame.getByLabel(label, { exact })]),
  ...(text === undefined ? [] : [(exact: boolean) => frame.getByText(text, { exact })]),
  ...(test_id === undefined ? [] : [() => frame.getByTestId(test_id)]),
  ...(css === undefined ? [] : [() => frame.locator(`css=${css}`)]),
];

/**
 * Tries one way of finding the element. Returns the element or, if the result isn't clear, the number of elements
 * found.
 */
const tryWay = async (way: Way, nth: number | undefined): Promise<Locator | number> => {
  for (const exact of [true, false]) {
    const found = way(exact).filter({ visible: true });
    const count = await found.count();
    if (nth !== undefined && count >= nth) return found.nth(nth - 1);
    if (nth === undefined && count === 1) return found;
    if (count > 0) return count;
  }
  return 0;
};

const describeWay = ({ role, name, label, text, test_id, css }: JourneyElement): string => {
  if (role !== undefined) return name === undefined ? role : `${role} “${name}”`;
  if (name !== undefined) return `“${name}”`;
  if (label !== undefined) return `field “${label}”`;
  if (text !== undefined) return `text “${text}”`;
  return test_id === undefined ? (css ?? "") : `test ID “${test_id}”`;
};

const describeFrame = ({ name, css }: JourneyFrame): string => (name === undefined ? (css ?? "") : `“${name}”`);

/** Describes how to find an element, for messages. */
export const describeElement = (element: JourneyElement): string =>
  element.frame === undefined
    ? describeWay(element)
    : `${describeWay(element)} in frame ${describeFrame(element.frame)}`;

const explain = (count: number, { nth }: JourneyElement): string => {
  if (count === 0) return "No visible element matches.";
  return nth === undefined
    ? `${count} elements match. Describe the element more precisely, or use nth to say which one is meant.`
    : `Only ${count} elements match, so there is no element number ${nth}.`;
};

const explainFrame = (count: number): string =>
  count === 0 ? "No visible frame matches." : `${count} frames match. Describe the frame more precisely.`;

/**
 * Treats a browser error as finding no elements, because a page that navigates has no elements for a moment. Throws
 * JourneyFailure if the CSS selector is invalid.
 */
const none = (error: unknown): 0 => {
  if (error instanceof Error && /selector|parse/i.test(error.message.split("\n", 1)[0] ?? ""))
    throw new JourneyFailure("The CSS selector isn't valid.");
  return 0;
};

/** Tries each way once. Returns the element, or the reason why it wasn't found. */
const tryWays = async (
  page: Page,
  element: JourneyElement,
  mostWays: number,
): Promise<{ found: Locator } | { reason: string }> => {
  const frame = element.frame === undefined ? page.mainFrame() : await findFrame(page, element.frame).catch(none);
  if (typeof frame === "number") return { reason: explainFrame(frame) };
  let most = 0;
  for (const way of listWays(frame, element).slice(0, mostWays)) {
    const found = await tryWay(way, element.nth).catch(none);
    if (typeof found !== "number") return { found };
    most = Math.max(most, found);
  }
  return { reason: explain(most, element) };
};

/**
 * Waits until the element is visible. Throws JourneyFailure if the element or its frame isn't found in time, or if
 * several elements match.
 */
export const findElement = async (page: Page, element: JourneyElement, timeoutMs: number): Promise<Locator> => {
  const started = performance.now();
  for (;;) {
    const isEarly = performance.now() - started < FIRST_WAY_MS;
    const tried = await tryWays(page, element, isEarly ? 1 : Number.POSITIVE_INFINITY);
    if ("found" in tried) return tried.found;
    await sleep(POLL_MS);
    if (performance.now() - started >= timeoutMs) throw new JourneyFailure(tried.reason);
  }
};
