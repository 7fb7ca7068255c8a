import { z } from "zod";
import { Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";
import { PageChange } from "@/server/scanner/contract";

/** Number of days for which a fix is kept and the link to it is valid. */
export const fixesKeptDays = 180;
export const Family = z.enum(["alt", "label", "parent", "fallback"]);
export type Family = z.infer<typeof Family>;

/** The element to fix: its rule and code, as listed in the results. */
export const CreateSolution = z.strictObject({
  rule_id: z.string().regex(/^[a-z0-9-]{1,100}$/, "Must be the ID of a rule, such as image-alt."),
  html: z.string().trim().min(1).max(20_000),
  page_url: webAddress().optional(),
  selector: z.string().max(2_000).optional(),
});
export type CreateSolution = z.infer<typeof CreateSolution>;

/** The exact content of the stored file. */
export const Fix = z.strictObject({
  current_code: z.string(),
  correct_code: z.string(),
  explanation: z.string(),
});
export type Fix = z.infer<typeof Fix>;

/** An element on one of the pages of an audit. */
export const CreateComponentFix = CreateSolution.required({ page_url: true, selector: true });
export type CreateComponentFix = z.infer<typeof CreateComponentFix>;

/** The effect of a fix on several pages with the same component. */
export const ComponentFix = z.object({
  /** The newest completed audit that contains the finding. The fix is tried on its pages. */
  audit_id: z.string(),
  /** The component, as listed by `GET /api/results/{audit_id}/components/`. */
  id: z.string(),
  label: z.string(),
  /**
   * Number of findings for the same rule in this component across the audit, and number of pages with these findings.
   */
  findings: z.number().int(),
  pages: z.number().int(),
  /** Number of pages where the fix was tried, including the page of the finding. */
  tried_pages: z.number().int(),
  /** Number of findings, for any rule, that the fix clears on these pages, and number of pages where it works. */
  cleared_findings: z.number().int(),
  cleared_pages: z.number().int(),
  /** Pages where the fix was tried but doesn't work, each with the reason. */
  failures: z.array(z.object({ page_url: z.string(), finding: z.string() })),
});
export type ComponentFix = z.infer<typeof ComponentFix>;

/** Details about a fix, stored with its code. */
export const FixDetails = z.object({
  /**
   * Where the engine verified the fix: on the page or against the code only; null if it isn't verified. A fix verified
   * on the page also has no side effects there: it doesn't cause other rules to fail, and doesn't change the page's
   * appearance, or what assistive technology reads, in unwanted ways.
   */
  verified_in: z.enum(["page", "snippet"]).nullable(),
  /** The reason why the fix wasn't tried on the page; null if it was tried or no page was given. */
  page_finding: z.string().nullable(),
  /** Text in the code that a person has to replace or confirm. `verified` applies only to the rest of the code. */
  placeholders: z.array(z.string()),
  /** Number of the page's findings that the fix clears; null if it isn't verified on the page. */
  cleared_findings: z.number().int().nullable(),
  /** The greatest distance that any other element moves, in CSS pixels; null if the fix isn't verified on the page. */
  moved_px: z.number().nullable(),
  /**
   * The effect of the fix on other pages with the same component; null until it has been tried there with `POST
   * /api/solutions/component/`.
   */
  component: ComponentFix.nullable().default(null),
});
export type FixDetails = z.infer<typeof FixDetails>;

/** The details of a fix as stored in the database. */
export const StoredDetails = FixDetails.extend({
  /** The change that was accepted on the page; null if there is none. */
  change: PageChange.nullable().default(null),
  /** The finding that the fix is for, with a hash of the finding's code; null if the fix is for code only. */
  place: z.object({ page_url: z.string(), selector: z.string(), html_hash: z.string() }).nullable().default(null),
});
export type StoredDetails = z.infer<typeof StoredDetails>;

export const Solution = FixDetails.extend({
  /** URL of the stored file, valid until `expires_at`. */
  url: z.string(),
  expires_at: Time,
  /** True if a stored fix was returned. */
  cached: z.boolean(),
  /**
   * True if, according to the engine, the rule failed before the fix and passes after it, with no new failures of other
   * rules; see `verified_in`.
   */
  verified: z.boolean(),
  /** The reason why the fix isn't verified; null if it is. */
  finding: z.string().nullable(),
  /** The content of the file. */
  fix: Fix,
});
export type Solution = z.input<typeof Solution>;
