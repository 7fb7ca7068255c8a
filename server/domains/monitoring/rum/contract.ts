import { z } from "zod";
import { Id, pageFields, Time } from "@/server/core/schema";
import { keysOf } from "@/server/core/tables";
import { webAddress } from "@/server/core/web-address";

export const devices = ["phone", "tablet", "desktop"] as const;
export const Device = z.enum(devices);
export type Device = z.infer<typeof Device>;

/** Published thresholds (web.dev/articles/vitals): a value up to `good` is good, and one above `poor` is poor. */
export const metrics = {
  lcp_ms: { good: 2_500, poor: 4_000 },
  inp_ms: { good: 200, poor: 500 },
  cls: { good: 0.1, poor: 0.25 },
  fcp_ms: { good: 1_800, poor: 3_000 },
  ttfb_ms: { good: 800, poor: 1_800 },
} as const;
export type Metric = keyof typeof metrics;
export const metricNames = keysOf(metrics);

/**
 * Maximum length of a page's path in characters. The script truncates longer paths, because they wouldn't fit in a
 * database key.
 */
export const maxPageLength = 500;

const Milliseconds = z.number().min(0).max(3_600_000).optional();

export const Beacon = z.strictObject({
  site_key: z.string().min(1).max(64),
  page: z.string().regex(/^\//, "Must be the path of the page, starting with a slash.").max(maxPageLength),
  device: Device,
  navigation_type: z.enum(["navigate", "reload", "back-forward", "back-forward-cache", "prerender", "restore"]),
  reduced_motion: z.boolean().default(false),
  forced_colours: z.boolean().default(false),
  lcp_ms: Milliseconds,
  inp_ms: Milliseconds,
  cls: z.number().min(0).max(1_000).optional(),
  fcp_ms: Milliseconds,
  ttfb_ms: Milliseconds,
});
export type Beacon = z.infer<typeof Beacon>;

const Origin = webAddress({ longest: 300 }).describe("Scheme, host and port; any path is removed.");
const Origins = z.array(Origin).min(1).max(20);
const AllowMissingOrigin = z
  .boolean()
  .describe(
    "Whether to accept beacons without an Origin header, such as those from a native app. Browsers always send one.",
  );
const SampleRate = z.number().min(0).max(1).describe("Share of beacons to store, 0 to 1.");

export const AddSite = z.strictObject({
  website_id: Id,
  origins: Origins.optional().describe("Origins that beacons can come from; defaults to the website's own origin."),
  sample_rate: SampleRate.optional(),
  allow_missing_origin: AllowMissingOrigin.optional(),
});
export type AddSite = z.infer<typeof AddSite>;

export const ChangeSite = z.strictObject({
  id: Id,
  origins: Origins.optional(),
  sample_rate: SampleRate.optional(),
  allow_missing_origin: AllowMissingOrigin.optional(),
});
export type ChangeSite = z.infer<typeof ChangeSite>;

export const SiteId = z.strictObject({ id: Id });
export type SiteId = z.infer<typeof SiteId>;

export const ListSites = z.strictObject({ ...pageFields, website_id: Id.optional() });
export type ListSites = z.infer<typeof ListSites>;

export const Site = z.object({
  id: Id.describe("ID of the website."),
  name: z.string(),
  url: z.string(),
  site_key: z.string(),
  origins: z.array(z.string()),
  sample_rate: z.number(),
  allow_missing_origin: AllowMissingOrigin,
  snippet: z.string().describe("HTML to add to the head of every page."),
  last_seen_at: Time.nullable().describe("Time at which the last stored beacon was received; null if there is none."),
  created_at: Time,
  updated_at: Time,
});
export type Site = z.input<typeof Site>;

export const Removed = z.object({ id: Id });

/** Maximum number of days in a summary. */
export const mostDays = 400;

export const GetSummary = z.strictObject({
  website_id: Id,
  from: z.iso.date().optional().describe("First day, in UTC; defaults to 27 days before the last day."),
  to: z.iso.date().optional().describe("Last day, in UTC; defaults to today."),
  page: z.string().min(1).max(maxPageLength).optional(),
  device: Device.optional(),
});
export type GetSummary = z.infer<typeof GetSummary>;

export const Rating = z.enum(["good", "needs_improvement", "poor"]);
export type Rating = z.infer<typeof Rating>;

/** The measurements of one metric. The counts of the three ratings add up to `values`. */
export const Figure = z.object({
  p75: z.number().describe("75th percentile, accurate to within 2.5 per cent; see docs/real-users.md."),
  rating: Rating,
  values: z.number().int(),
  good: z.number().int(),
  needs_improvement: z.number().int(),
  poor: z.number().int(),
});
export type Figure = z.infer<typeof Figure>;

const Figures = z.object({
  beacons: z.number().int(),
  lcp_ms: Figure.nullable(),
  inp_ms: Figure.nullable(),
  cls: Figure.nullable(),
  fcp_ms: Figure.nullable(),
  ttfb_ms: Figure.nullable(),
});
export type Figures = z.infer<typeof Figures>;

const Share = z.number().nullable().describe("Share of the beacons, 0 to 1; null if there are none.");

export const Summary = z.object({
  website_id: Id,
  from: z.iso.date(),
  to: z.iso.date(),
  overall: Figures,
  reduced_motion_share: Share,
  forced_colours_share: Share,
  stored_share: z
    .number()
    .nullable()
    .describe(
      "Of the beacons selected by sample_rate, the share that was stored, 0 to 1. Below 1 if a daily quota was reached; null if there were no beacons.",
    ),
  days: z.array(Figures.extend({ day: z.iso.date() })).describe("One entry for each day in the range."),
  devices: z.array(Figures.extend({ device: Device })),
  pages: z
    .array(Figures.extend({ page: z.string().nullable() }))
    .describe("The 50 pages with the most beacons. A null page stands for all pages beyond the first 500 of a day."),
});
export type Summary = z.infer<typeof Summary>;
