import { z } from "zod";
import { engines } from "./engines";
import { MAX_STEP_NAME, MAX_STEPS, stateActions } from "./states";
import { views } from "./views";

/** Maximum integer in the database. */
export const MAX_COUNT = 2_147_483_647;

export const Engine = z.enum(engines);
export const View = z.enum(views);

/**
 * The steps that lead from a page's initial state to another of its states. Each has an action and the name of the
 * element it is performed on; the name is empty if the action applies to the whole page.
 */
export const Reach = z
  .array(z.object({ action: z.enum(stateActions), name: z.string().max(MAX_STEP_NAME) }))
  .min(1)
  .max(MAX_STEPS);
export type Reach = z.infer<typeof Reach>;

/** In a selector, parts for frames and open shadow roots are joined by " >>> ", outermost first. */
export const RelatedNode = z.object({ selector: z.string(), html: z.string() });
export type RelatedNode = z.infer<typeof RelatedNode>;

/** A rectangle in CSS pixels, measured from the top left corner of the page. */
export const Box = z.object({
  x: z.number().min(-MAX_COUNT).max(MAX_COUNT),
  y: z.number().min(-MAX_COUNT).max(MAX_COUNT),
  width: z.number().min(0).max(MAX_COUNT),
  height: z.number().min(0).max(MAX_COUNT),
});
export type Box = z.infer<typeof Box>;

/**
 * `is_frame` is true if the box is that of the frame around the element, because screenshots don't show the content of
 * frames.
 */
export const ElementBox = Box.extend({ is_frame: z.boolean().optional() });
export type ElementBox = z.infer<typeof ElementBox>;

/** The states of the page in which the pictures of a strip show an element. */
export const StripState = z.enum([
  "usual_window",
  "narrow_window",
  "usual_spacing",
  "more_spacing",
  "without_focus",
  "with_focus",
  "after_tab",
  "without_pointer",
  "with_pointer",
  "after_escape",
  "while_pressed",
  "usual_contrast",
  "less_contrast",
  "opened_window",
  "opened_element",
  "phone_window",
  "phone_element",
]);
export type StripState = z.infer<typeof StripState>;

/** Maximum file size of a picture in a strip, in bytes. */
export const MAX_STRIP_BYTES = 20_000;
export const MAX_STRIPS = 10;
const side = z.number().min(1).max(4_000);

/**
 * A picture of an element in one state of the page, as a WebP file in Base64. `width` and `height` give the size, in
 * CSS pixels, of the part of the window that it shows; `window_width` is the width of the whole window. `box` is where
 * the element is in the picture; null if the element isn't in the picture, or if an outline there could be mistaken for
 * part of the page.
 */
export const StripPicture = z.object({
  state: StripState,
  window_width: z.number().int().min(1).max(20_000),
  width: side,
  height: side,
  box: Box.nullable(),
  content_type: z.literal("image/webp"),
  data: z
    .string()
    .max(Math.ceil(MAX_STRIP_BYTES / 3) * 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
export type StripPicture = z.infer<typeof StripPicture>;

/** Pictures that show why an element fails, in different states of the page. */
export const Strip = z.object({ pictures: z.array(StripPicture).min(2).max(3) });
export type Strip = z.infer<typeof Strip>;

const spoken = z.string().max(200).nullable();

/**
 * How assistive technology presents an element. `states` are words such as "expanded" or "disabled". `path` lists the
 * landmarks around the element, outermost first, and then the headings above it.
 */
export const AccessibilityInfo = z.object({
  role: spoken,
  name: spoken,
  states: z.array(z.string().max(40)).max(20),
  path: z
    .array(z.object({ role: z.string().max(60), name: spoken, level: z.number().int().min(1).max(9).nullable() }))
    .max(20),
});
export type AccessibilityInfo = z.infer<typeof AccessibilityInfo>;

/**
 * Signals for recognising an element in a later audit: its role, its accessible name, the start of its text, the start
 * of its section's heading, the start of the text next to it, and the path of tags and roles that leads to it, without
 * generic containers.
 */
export const NodeSignals = z.object({
  role: z.string().max(100),
  name: z.string().max(200),
  text: z.string().max(200),
  heading: z.string().max(200),
  near: z.string().max(200),
  path: z.string().max(600),
});
export type NodeSignals = z.infer<typeof NodeSignals>;

/**
 * One element that fails a rule or needs review. `html` has at most 600 characters, without form values, email
 * addresses or tokens. The optional fields are our own extension: `component` names the structure around the element
 * (see component.ts), `box` is its position in the page's screenshot, `strip` is the index of its strip in the page's
 * `strips`, `accessibility` is how assistive technology presents it, `signals` identify it in later audits, `engines`
 * lists the engines that reported it, unless only the rule's own engine did, and `views` lists the views in which the
 * finding applies, unless that is only the usual one. `reach` says how to reach the state of the page that contains the
 * element; it is omitted if the page's initial state contains the element.
 */
export const NodeResult = z.object({
  selector: z.string(),
  html: z.string(),
  failure_summary: z.string(),
  component: z.string().min(1).max(200).optional(),
  box: ElementBox.optional().catch(undefined),
  strip: z
    .number()
    .int()
    .min(0)
    .max(MAX_STRIPS - 1)
    .optional()
    .catch(undefined),
  accessibility: AccessibilityInfo.optional().catch(undefined),
  signals: NodeSignals.optional().catch(undefined),
  engines: z.array(Engine).max(3).optional().catch(undefined),
  views: z.array(View).max(views.length).optional().catch(undefined),
  reach: Reach.optional().catch(undefined),
  related: z.array(RelatedNode).default([]),
});
export type NodeResult = z.infer<typeof NodeResult>;
