import { z } from "zod";
import { isOneLine } from "@/server/core/one-line";
import { CREDENTIALS_IN_URL, hasNoCredentials } from "@/server/core/web-address";

export const MAX_JOURNEYS = 20;
const MAX_STEPS = 60;
/** Maximum number of pages that one journey scans. */
const MAX_SCANS = 10;
const MAX_STEP_SECONDS = 30;
/** Maximum total length of the steps of a journey, as JSON. */
export const MAX_STEPS_LENGTH = 20_000;

const Line = (longest: number) => z.string().trim().min(1).max(longest).refine(isOneLine, "Use one line of text.");

/** Roles by which a step can find an element: those of controls, and of elements that group or present content. */
export const JourneyRole = z.enum([
  ...["alert", "banner", "button", "cell", "checkbox", "combobox", "dialog", "form", "grid", "gridcell"],
  ...["group", "heading", "img", "link", "list", "listbox", "listitem", "menu", "menuitem", "menuitemcheckbox"],
  ...["menuitemradio", "navigation", "option", "radio", "radiogroup", "region", "row", "search", "searchbox"],
  ...["slider", "spinbutton", "status", "switch", "tab", "table", "tabpanel", "textbox", "treeitem"],
] as const);
export type JourneyRole = z.infer<typeof JourneyRole>;

/** The ways of finding an element, in the order in which they are tried. */
const ways = ["role", "name", "label", "text", "test_id", "css"] as const;

/** A frame of the page, which may be from another origin. Frames within frames can't be used. */
export const JourneyFrame = z
  .strictObject({
    name: Line(300).optional().describe("The frame's title, aria-label or name, or part of it."),
    css: Line(500).optional().describe("CSS selector of the frame, if it has no name."),
  })
  .refine(({ name, css }) => name !== undefined || css !== undefined, {
    error: "Say how to find the frame: by name or css.",
  });
export type JourneyFrame = z.infer<typeof JourneyFrame>;

export const JourneyElement = z
  .strictObject({
    role: JourneyRole.optional().describe("The element's ARIA role, such as button or link."),
    name: Line(300)
      .optional()
      .describe("The element's accessible name, or part of it. Without role, only controls match."),
    label: Line(300).optional().describe("The label of a field."),
    text: Line(300).optional().describe("Text of the element."),
    test_id: Line(200).optional().describe("Value of the element's data-testid attribute."),
    css: Line(500).optional().describe("CSS selector, if nothing else identifies the element."),
    nth: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        "If several elements match, the number of the one to use, starting at 1. If omitted, exactly one element must match.",
      ),
    frame: JourneyFrame.optional().describe("The frame that contains the element; the page itself by default."),
  })
  .refine((element) => ways.some((way) => element[way] !== undefined), {
    error: "Say how to find the element: by role and name, label, text, test_id or css.",
  })
  .describe(
    "How to find an element. If several ways are given, they are tried in this order: role and name, label, text, " +
      "test_id, css.",
  );
export type JourneyElement = z.infer<typeof JourneyElement>;

/** Actions that the scanner performs only if a step allows them. */
export const StepRisk = z.enum(["delete", "pay", "send", "sign_out"]);
export type StepRisk = z.infer<typeof StepRisk>;

const common = {
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(MAX_STEP_SECONDS)
    .optional()
    .describe("How long the step may take, in seconds; 10 by default."),
};

const acting = {
  ...common,
  allow: z
    .array(StepRisk)
    .min(1)
    .max(4)
    .optional()
    .describe(
      "Actions that the step may perform. Without permission, the step is stopped before it deletes, pays for or " +
        "sends something, or signs out.",
    ),
};

const FillStep = z
  .strictObject({
    action: z.literal("fill"),
    element: JourneyElement,
    text: z
      .string()
      .max(1_000)
      .optional()
      .describe("Text to enter. It is masked in results and screenshots, unless hide is false."),
    secret: z
      .enum(["user_name", "password"])
      .optional()
      .describe("Instead of text, enters the username or password of the website's sign-in."),
    hide: z.boolean().optional().describe("Whether to mask the text in results and screenshots; true by default."),
    ...acting,
  })
  .refine(({ text, secret }) => (text === undefined) !== (secret === undefined), {
    error: "Give either text or secret.",
  });

const steps = [
  z.strictObject({
    action: z.literal("go_to"),
    url: Line(2_000)
      .refine(hasNoCredentials, CREDENTIALS_IN_URL)
      .describe("URL, or a path on the website such as /cart."),
    ...acting,
  }),
  z.strictObject({ action: z.literal("click"), element: JourneyElement, ...acting }),
  FillStep,
  z.strictObject({
    action: z.literal("select"),
    element: JourneyElement,
    option: Line(300).describe("Text of the option to choose in a drop-down list."),
    ...acting,
  }),
  z.strictObject({
    action: z.literal("press"),
    key: z
      .string()
      .regex(/^(?:(?:Control|Alt|Shift|Meta)\+){0,3}(?:[!-~]|[A-Z][A-Za-z0-9]{1,20})$/, "Specify a key, such as Enter.")
      .describe("Key such as Enter, Escape, ArrowDown or Control+K."),
    element: JourneyElement.optional().describe("Element that receives the key; the focused one by default."),
    ...acting,
  }),
  z.strictObject({
    action: z.literal("wait_for_text"),
    text: Line(300).describe("Text that the page must show before the journey continues."),
    ...common,
  }),
  z.strictObject({
    action: z.literal("wait_for_url"),
    url: Line(2_000).describe(
      "Beginning of the path and query, or of the whole URL, in which * stands for any characters and $ for the end.",
    ),
    ...common,
  }),
  z.strictObject({
    action: z.literal("scan"),
    name: Line(80).describe("Name of the page in the audit. It must be unique in the journey."),
  }),
] as const;
const actions = "go_to, click, fill, select, press, wait_for_text, wait_for_url or scan";

export const JourneyStep = z.discriminatedUnion("action", steps, { error: `Unknown action. Use one of ${actions}.` });
export type JourneyStep = z.infer<typeof JourneyStep>;
export type StepOf<Action extends JourneyStep["action"]> = Extract<JourneyStep, { action: Action }>;

/** Normalises the name of a page or journey for comparison, because names must differ in more than letter case. */
const toKey = (name: string): string => name.normalize("NFC").toLowerCase();

export const JourneyName = Line(80).describe("Name of the journey. It must be unique on the website.");

const Steps = z
  .array(JourneyStep)
  .min(1)
  .max(MAX_STEPS)
  .superRefine((steps, context) => {
    const names = steps.flatMap((step) => (step.action === "scan" ? [toKey(step.name)] : []));
    if (JSON.stringify(steps).length > MAX_STEPS_LENGTH)
      context.addIssue("The steps are too long. Shorten their text, or leave out steps.");
    if (names.length === 0) context.addIssue("Add at least one scan step, so that the journey has a page to scan.");
    if (names.length > MAX_SCANS) context.addIssue(`A journey can have at most ${MAX_SCANS} scan steps.`);
    if (new Set(names).size < names.length) context.addIssue("Give every scan step a name of its own.");
  });

/**
 * Steps that lead to pages that can be reached only through actions. Our own extension, which other scanners may
 * ignore.
 */
export const Journey = z.strictObject({
  name: JourneyName,
  steps: Steps.describe("Performed in this order, in a new browser session."),
});
export type Journey = z.infer<typeof Journey>;

/** Reports whether any step is allowed to delete, pay for or send something, or to sign out. */
export const mayChangeWebsite = ({ steps }: Pick<Journey, "steps">): boolean =>
  steps.some((step) => "allow" in step && step.allow !== undefined);

export const Journeys = z
  .array(Journey)
  .max(MAX_JOURNEYS)
  .refine((journeys) => new Set(journeys.map(({ name }) => toKey(name))).size === journeys.length, {
    error: "Give every journey a name of its own.",
  });

export const isSameName = (one: string, other: string): boolean => toKey(one) === toKey(other);
