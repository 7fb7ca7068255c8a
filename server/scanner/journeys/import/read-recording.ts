import { z } from "zod";
import { type JourneyElement, JourneyRole } from "../../journey-contract";
import { type ImportedJourney, JourneyBuilder, NotImported, toName } from "./imported-journey";

const Selectors = z.array(z.union([z.string(), z.array(z.string()).max(20)])).max(50);

const RecordedStep = z.looseObject({
  type: z.string().max(100),
  url: z.string().max(10_000).optional(),
  selectors: Selectors.optional(),
  value: z.string().max(10_000).optional(),
  key: z.string().max(100).optional(),
  button: z.string().max(100).optional(),
  frame: z.array(z.number()).max(20).optional(),
  target: z.string().max(10_000).optional(),
});
type RecordedStep = z.infer<typeof RecordedStep>;

/** The JSON that the Recorder panel of Chrome DevTools exports. */
const Recording = z.looseObject({ title: z.string().default("Recording"), steps: z.array(RecordedStep).max(1_000) });

const MAX_TEXT = 300;
const MOST_FRAMES = 50;
const withRole = /^([^[\]]{1,300})\[role="([a-z]{1,20})"\]$/;

/** Reads an ARIA selector: a name, and possibly a role. */
const readAria = (selector: string): JourneyElement => {
  const found = withRole.exec(selector);
  const role = JourneyRole.safeParse(found?.[2]);
  return role.success ? { role: role.data, name: found?.[1] ?? "" } : { name: selector };
};

const readSelector = (selector: string, isField: boolean): JourneyElement => {
  const [, kind, value] = /^(aria|text|xpath|pierce)\/(.*)$/s.exec(selector) ?? [];
  if (kind === undefined) return selector.startsWith("//") ? {} : { css: selector };
  if (value === undefined || kind === "xpath" || kind === "pierce") return {};
  if (kind === "text") return { text: value };
  const element = readAria(value);
  return isField && element.role === undefined && element.name !== undefined ? { label: element.name } : element;
};

/**
 * Combines a step's selectors into a description of its element, using the first selector of each kind. Leaves out
 * selectors with several parts, which lead into shadow roots.
 */
const toElement = (selectors: z.infer<typeof Selectors>, isField: boolean): JourneyElement | null => {
  const single = selectors.flatMap((each) => (typeof each === "string" ? [each] : each.length === 1 ? each : []));
  const element: JourneyElement = {};
  for (const selector of single) {
    if (selector.length > MAX_TEXT) continue;
    const read = readSelector(selector, isField);
    for (const [way, value] of Object.entries(read)) if (!(way in element)) Object.assign(element, { [way]: value });
  }
  return Object.keys(element).length > 0 ? element : null;
};

/** Recorded steps that a journey doesn't need, because journeys wait automatically. */
const needless = new Set(["setViewport", "keyUp", "scroll", "close", "waitForElement"]);

/** Throws NotImported if the step is in another window. In recordings, frames from other origins count as windows. */
const assertInPage = ({ target = "main" }: RecordedStep): void => {
  if (target !== "main") throw new NotImported("Other windows, and frames from other origins, can't be used.");
};

/** Recordings identify frames by their position, counted from 0 at each level. */
const readFrame = ({ frame: [index, ...inner] = [] }: RecordedStep): Pick<JourneyElement, "frame"> => {
  if (index === undefined) return {};
  if (inner.length > 0 || !Number.isInteger(index) || index < 0 || index > MOST_FRAMES)
    throw new NotImported("Frames within frames can't be used.");
  return { frame: { css: `:nth-match(iframe, ${index + 1})` } };
};

const addUse = (builder: JourneyBuilder, step: RecordedStep) => {
  const { type, selectors = [], value = "", button = "primary" } = step;
  if (type !== "click" && type !== "change") throw new NotImported("Journeys don't support this action.");
  if (button !== "primary") throw new NotImported("Only the main button can be used.");
  const found = toElement(selectors, type === "change");
  if (found === null) throw new NotImported("None of this element's selectors can be used.");
  const element = { ...found, ...readFrame(step) };
  if (type === "click") builder.add({ action: "click", element });
  else builder.addFill(element, value, { line: null });
};

const addStep = (builder: JourneyBuilder, step: RecordedStep): void => {
  const { type, url, key } = step;
  if (needless.has(type)) return;
  assertInPage(step);
  if (type === "navigate" && url !== undefined) builder.add({ action: "go_to", url });
  else if (type === "keyDown" && key !== undefined) builder.add({ action: "press", key });
  else addUse(builder, step);
};

/** Reports whether a value from a JSON file is a recording. */
export const isRecording = (value: unknown): boolean => {
  const { success, data } = Recording.safeParse(value);
  return success && data.steps.length > 0 && !data.steps.some((step) => "action" in step);
};

/** Converts a recording to a journey. Throws if `isRecording` is false. */
export const readRecording = (value: unknown): ImportedJourney => {
  const { title, steps } = Recording.parse(value);
  const builder = new JourneyBuilder();
  for (const [index, step] of steps.entries())
    builder.attempt({ line: null, what: `Step ${index + 1}: ${step.type}` }, () => addStep(builder, step));
  return builder.finish(toName(title));
};
