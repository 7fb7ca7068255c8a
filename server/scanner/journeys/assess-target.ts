import type { Locator } from "playwright-core";
import { z } from "zod";
import { isUrl } from "@/server/core/is-url";
import {
  type ActionKind,
  findActionInAddress,
  findActionInButton,
  findActionInLink,
  findActionInRequest,
} from "../sign-in/action-words";

const LONGEST_TEXT = 300;
const Text = z.string().transform((text) => text.slice(0, LONGEST_TEXT));
const Address = z.string().max(8_000).nullable().catch(null);

/** What a page says about the element that a step acts on. */
const Target = z.object({
  texts: z.array(Text).max(20),
  /** URL that the element's link leads to. */
  href: Address,
  /** The form that the element submits. */
  form: z.object({ action: Address, method: z.string().max(20), buttons: z.array(Text).max(20) }).nullable(),
});
type Target = z.infer<typeof Target>;

const TIMEOUT_MS = 5_000;

const submitters = "button:not([type]), button[type='submit' i], input[type='submit' i], input[type='image' i]";
const parts = {
  submitters,
  links: "a[href], area[href]",
  controls: "a[href], area[href], button, input, select, textarea, summary, [role='button'], [role='menuitem']",
  /** The content and value of a field don't show what using the field does. */
  fields: `select, textarea, input:not([type='submit' i], [type='button' i], [type='image' i], [type='reset' i])`,
  longest: LONGEST_TEXT,
};

/** Runs in the page: returns strings that say what an element does. */
const readTexts = (target: Element, { controls, fields, longest }: typeof parts) => {
  const control = target.closest("label")?.control ?? target.closest(controls) ?? target;
  if (control.matches(fields)) return [];
  const named = [control, ...control.querySelectorAll("img[alt], [aria-label], title")].slice(0, 8);
  return [
    control.textContent ?? "",
    ...named.flatMap((each) =>
      ["aria-label", "title", "alt", "value", "name"].map((name) => each.getAttribute(name) ?? ""),
    ),
  ]
    .filter((text) => text.trim() !== "")
    .slice(0, 20)
    .map((text) => text.slice(0, longest));
};

/** Runs in the page: returns where an element leads. */
const readLink = (target: Element, { links }: typeof parts) => target.closest<HTMLAnchorElement>(links)?.href ?? null;

/** Runs in the page: returns the form that an element submits. */
const readForm = (target: Element, { controls, submitters, longest, submits }: typeof parts & { submits: boolean }) => {
  const control = target.closest("label")?.control ?? target.closest(controls) ?? target;
  const form = (control as HTMLInputElement).form ?? null;
  if (form === null || !(submits || control.matches(submitters))) return null;
  const button = submits ? form.querySelector(submitters) : control;
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return {
    action: URL.canParse(action, document.baseURI) ? new URL(action, document.baseURI).href : null,
    method: (button?.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get").slice(0, 20),
    buttons: button === null ? [] : [(button.textContent || button.getAttribute("value") || "").slice(0, longest)],
  };
};

const assess = ({ texts, href, form }: Target): ActionKind | undefined => {
  if (href !== null && isUrl(href)) {
    const found = findActionInAddress(href);
    return found ?? texts.map(findActionInLink).find((kind) => kind !== undefined);
  }
  const inName = [...texts, ...(form?.buttons ?? [])].map(findActionInButton).find((kind) => kind !== undefined);
  if (inName !== undefined || form === null || form.action === null) return inName;
  return findActionInRequest({ url: form.action, method: form.method.toUpperCase(), body: "" });
};

/**
 * Returns what acting on an element may do, according to its name, its link and the form that it submits. `submits` is
 * true if the step submits the element's form, whatever the element is.
 */
export const assessTarget = async (element: Locator, submits: boolean): Promise<ActionKind | undefined> => {
  const options = { timeout: TIMEOUT_MS };
  const [texts, href, form] = await Promise.all([
    element.evaluate(readTexts, parts, options),
    element.evaluate(readLink, parts, options),
    element.evaluate(readForm, { ...parts, submits }, options),
  ]);
  return assess(Target.parse({ texts, href, form }));
};
