import { z } from "zod";
import { Id, pageFields, Time } from "@/server/core/schema";
import { Device, Standard } from "@/server/scanner/contract";

const Pattern = z.string().min(1).max(1_000);

/** How a website is scanned unless an audit says otherwise. */
export const WebsiteSettings = z.strictObject({
  standard: Standard.optional(),
  max_pages: z.number().int().min(1).max(10_000).optional(),
  include: z.array(Pattern).max(100).optional(),
  exclude: z.array(Pattern).max(100).optional(),
  device: Device.optional(),
  sitemap_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  respect_robots: z.boolean().optional(),
  /** Lighthouse on the start page, after the scan; not unless asked for. */
  lighthouse: z.boolean().optional(),
  /** Whether pieces of its code may be sent to the language model that suggests fixes; they may unless it says false. */
  allow_code_sharing: z.boolean().optional(),
});
export type WebsiteSettings = z.infer<typeof WebsiteSettings>;

const Address = z.url({ protocol: /^https?$/, error: "Give a web address such as https://example.org." }).max(2_000);
const Name = z.string().trim().min(1).max(200);

export const AddWebsite = z.strictObject({ url: Address, name: Name.optional(), settings: WebsiteSettings.optional() });
export type AddWebsite = z.infer<typeof AddWebsite>;

const { max_pages, sitemap_url } = WebsiteSettings.shape;

/** Settings that are left out stay; null goes back to what is usual. */
const ChangedSettings = WebsiteSettings.extend({
  max_pages: max_pages.nullable(),
  sitemap_url: sitemap_url.nullable(),
});

export const ChangeWebsite = z.strictObject({ id: Id, name: Name.optional(), settings: ChangedSettings.optional() });
export type ChangeWebsite = z.infer<typeof ChangeWebsite>;

export const WebsiteId = z.strictObject({ id: Id });
export type WebsiteId = z.infer<typeof WebsiteId>;

export const ListWebsites = z.strictObject({ ...pageFields, q: z.string().trim().max(200).optional() });
export type ListWebsites = z.infer<typeof ListWebsites>;

export const LatestAudit = z.object({
  id: Id,
  status: z.enum(["in_progress", "completed", "failed", "cancelled"]),
  queue_position: z.number().int().nullable().describe("Place among the waiting audits; null when it does not wait."),
  score: z.number().nullable(),
  created_at: Time,
  completed_at: Time.nullable(),
});

export const Website = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  settings: WebsiteSettings,
  created_at: Time,
  updated_at: Time,
  latest_audit: LatestAudit.nullable(),
});
export type Website = z.input<typeof Website>;

export const Removed = z.object({ id: Id });
