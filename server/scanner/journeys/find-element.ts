import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import type { JourneyElement } from "../journey-contract";
import { JourneyFailure } from "./journey-failure";

const POLL_MS = 100;
/** How long the first way of finding an element is tried alone, because the others are less certain. */
const FIRST_WAY_MS = 2_000;

/** Elements that have a name and that people use. */
const controls = [
  ...(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "option", "textbox", "searchbox"] as const),
  ...(["combobox", "spinbutton", "slider"] as const),
];

type Way = (exact: boolean) => Locator;

const byName = (page: Page, name: string): Way => {
  return (exact) => {
    const [first, ...others] = controls.map((role) => page.getByRole(role, { name, exact }));
    if (!first) throw new Error("There are roles of controls.");
    return others.reduce((all, other) => all.or(other), first);
  };
};

/** Lists the ways of finding the element, the most certain first. */
const listWays = (page: Page, { role, name, label, text, test_id, css }: JourneyElement): Way[] => [
  ...(role === undefined ? [] : [(exact: boolean) => page.getByRole(role, name === undefined ? {} : { name, exact })]),
  ...(role === undefined && name !== undefined ? [byName(page, name)] : []),
  ...(label === undefined ? [] : [(exact: boolean) => page.getByLabel(label, { exact })]),
  ...(text === undefined ? [] : [(exact: boolean) => page.getByText(text, { exact })]),
  ...(test_id === undefined ? [] : [() => page.getByTestId(test_id)]),
  ...(css === undefined ? [] : [() => page.locator(`css=${css}`)]),
];

/** Returns the element that a way finds, or the number of elements if that isn't one. */
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

/** Describes how an element is to be found, for messages. */
export const describeElement = ({ role, name, label, text, test_id, css }: JourneyElement): string => {
  if (role !== undefined) return name === undefined ? role : `${role} “${name}”`;
  if (name !== undefined) return `“${name}”`;
  if (label !== undefined) return `field “${label}”`;
  if (text !== undefined) return `text “${text}”`;
  return test_id === undefined ? (css ?? "") : `test ID “${test_id}”`;
};

const explain = (count: number, { nth }: JourneyElement): string => {
  if (count === 0) return "No visible element matches.";
  return nth === undefined
    ? `${count} elements match. Describe the element more precisely, or say with nth which one is meant.`
    : `Only ${count} elements match, so there is no element number ${nth}.`;
};

/** Waits until the element is visible. Throws JourneyFailure if it isn't found in time, or isn't the only one. */
export const findElement = async (page: Page, element: JourneyElement, timeoutMs: number): Promise<Locator> => {
  const ways = listWays(page, element);
  const started = performance.now();
  let most = 0;
  do {
    most = 0;
    const tried = performance.now() - started < FIRST_WAY_MS ? ways.slice(0, 1) : ways;
    for (const way of tried) {
      // A page that navigates has no elements for a moment.
      const found = await tryWay(way, element.nth).catch((error: unknown) => {
        if (error instanceof Error && /selector|parse/i.test(error.message.split("\n", 1)[0] ?? ""))
          throw new JourneyFailure("The CSS selector isn't valid.");
        return 0;
      });
      if (typeof found !== "number") return found;
      most = Math.max(most, found);
    }
    await sleep(POLL_MS);
  } while (performance.now() - started < timeoutMs);
  throw new JourneyFailure(explain(most, element));
};
