import { z } from "zod";

/** Maximum integer in the database. */
export const MAX_COUNT = 2_147_483_647;

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
 * Signals for recognising an element in a later audit: its role, accessible name and the start of its text, the start
 * of its section's heading and of the text next to it, and the path of tags and roles to it without generic containers.
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
 * addresses and tokens. The optional fields are our own extension: `component` names the structure around the element
 * (see component.ts), `box` is its position in the page's screenshot, `accessibility` is how assistive technology
 * presents it, and `signals` identify it in later audits.
 */
export const NodeResult = z.object({
  selector: z.string(),
  html: z.string(),
  failure_summary: z.string(),
  component: z.string().min(1).max(200).optional(),
  box: Box.optional().catch(undefined),
  accessibility: AccessibilityInfo.optional().catch(undefined),
  signals: NodeSignals.optional().catch(undefined),
  related: z.array(RelatedNode).default([]),
});
export type NodeResult = z.infer<typeof NodeResult>;
