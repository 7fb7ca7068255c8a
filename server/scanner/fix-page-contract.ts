import { z } from "zod";
import { Device } from "./page-result";

/** Maximum number of characters in a snippet. */
export const MAX_SNIPPET = 20_000;
const Snippet = z.string().max(MAX_SNIPPET);
const text = z.string().max(10_000);

/** The current and the suggested value of a CSS declaration; `before` is null if the rule doesn't set the property. */
export const DeclarationChange = z.object({ property: z.string().max(100), before: text.nullable(), after: text });

/**
 * A change to a rule in a style sheet or to an element's style attribute (`selector` is null and `tag` is the element's
 * tag), or a new rule (`is_new`). `source` is the URL of the style sheet, or of the page if the rule is in the page
 * itself (`is_in_page`); `line` counts from 1. `media` contains the media queries around the rule. `may_move_px` is how
 * far other elements may move.
 */
export const StyleChange = z.object({
  selector: text.nullable(),
  tag: text.nullable(),
  is_new: z.boolean(),
  source: z.string().max(4_000).nullable(),
  is_in_page: z.boolean().default(false),
  line: z.number().int().min(1).nullable(),
  media: z.array(text).max(20),
  declarations: z.array(DeclarationChange).max(10),
  affects: z.enum(["colour", "spacing"]).default("spacing"),
  may_move_px: z.number().min(0).max(1_000).default(0),
});
export type StyleChange = z.infer<typeof StyleChange>;

/** The purpose of one of the scanner's own changes to the markup. */
export const MarkupPurpose = z.enum(["main", "navigation", "list", "heading", "title", "hidden"]);
export type MarkupPurpose = z.infer<typeof MarkupPurpose>;

/**
 * A change to a page: either to a style, or to an element's markup, as two snippets whose difference is applied.
 * `purpose` is null if the change is one of the given snippets. Otherwise, `version` is the index of the accepted
 * version of the change.
 */
export const PageChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("style"), style: StyleChange }),
  z.object({
    kind: z.literal("markup"),
    before: Snippet,
    after: Snippet,
    purpose: MarkupPurpose.nullable().default(null),
    version: z.number().int().min(0).max(2).default(0),
  }),
]);
export type PageChange = z.infer<typeof PageChange>;

/**
 * Body of `POST /fixes`: a finding on a page, and snippets that might fix it, best first. The scanner adds changes to
 * colours, spacing, landmarks, lists, headings and focus indicators.
 */
export const PageFixRequest = z.strictObject({
  page_url: z.url({ protocol: /^https?$/ }).max(4_096),
  device: Device.default("desktop"),
  rule_id: z.string().regex(/^[a-z0-9-]{1,100}$/),
  selector: z.string().min(1).max(4_000),
  html: Snippet,
  drafts: z.array(Snippet).max(5),
});
export type PageFixRequest = z.infer<typeof PageFixRequest>;
export type PageFixRequestInput = z.input<typeof PageFixRequest>;

/** Reason why no change was accepted. */
export const FixRejection = z.enum([
  "no_page",
  "no_finding",
  "no_change",
  "not_applied",
  "still_fails",
  "breaks_rule",
  "tree",
  "layout",
  "pixels",
]);
export type FixRejection = z.infer<typeof FixRejection>;

/**
 * Response to `POST /fixes`. An accepted `change` was tried on the page: the rule passed, no other rule started to
 * fail, and, for assistive technology, only the changed element and the names of the elements around it differed. The
 * rest of the page looked the same, except that elements moved by up to `moved_px`. `cleared` counts the findings that
 * the change removes from the page, by rule. `draft` is the index of the accepted snippet; null for the scanner's own
 * changes. If `change` is null, `rejection` says why the last change tried was rejected, or why no change could be
 * tried. `detail` is the engine's message. `colour_scheme` is the colour scheme in which the change was rejected; null
 * if it was tried only in the light one.
 */
export const PageFixResult = z.object({
  change: PageChange.nullable(),
  draft: z.number().int().min(0).nullable(),
  cleared: z.record(z.string().max(100), z.number().int().min(1)),
  moved_px: z.number().min(0),
  rejection: FixRejection.nullable(),
  detail: z.string().max(2_000).nullable(),
  colour_scheme: z.enum(["light", "dark"]).nullable().default(null),
});
export type PageFixResult = z.infer<typeof PageFixResult>;

/**
 * Body of `POST /fixes/pages`: a change that was accepted on one page, and more pages where to try it. On each page,
 * `selectors` identifies the elements for which the rule failed; a change to markup or to a style attribute is applied
 * to each of these elements.
 */
export const PageTrialsRequest = z.strictObject({
  device: Device.default("desktop"),
  rule_id: PageFixRequest.shape.rule_id,
  change: PageChange,
  pages: z
    .array(
      z.strictObject({
        page_url: PageFixRequest.shape.page_url,
        selectors: z.array(PageFixRequest.shape.selector).min(1).max(50),
      }),
    )
    .min(1)
    .max(20),
});
export type PageTrialsRequest = z.infer<typeof PageTrialsRequest>;
export type PageTrialsRequestInput = z.input<typeof PageTrialsRequest>;

/** What the change does on one page. `rejection` is null if the change was accepted on this page. */
export const PageTrial = PageFixResult.pick({
  cleared: true,
  moved_px: true,
  rejection: true,
  detail: true,
  colour_scheme: true,
}).extend({
  page_url: z.string().max(4_096),
});
export type PageTrial = z.infer<typeof PageTrial>;

/** Response to `POST /fixes/pages`. Leaves out pages that weren't tried because time ran out. */
export const PageTrialsResult = z.object({ pages: z.array(PageTrial).max(20) });
export type PageTrialsResult = z.infer<typeof PageTrialsResult>;
