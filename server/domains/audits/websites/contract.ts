import { z } from "zod";
import { AuditStatus } from "@/generated/prisma/enums";
import { Id, pageFields, Time } from "@/server/core/schema";
import { webAddress, webAddressWithoutCredentials } from "@/server/core/web-address";
import {
  Device,
  MAX_CHECKED_DOCUMENTS,
  MAX_SEED,
  ScanDepth,
  ScanOptions,
  ScanViews,
  Standard,
} from "@/server/scanner/contract";
import { LanguageTag } from "@/server/scanner/language";
import { MAX_SELECTOR_LENGTH, MAX_SELECTORS } from "@/server/scanner/selector-limits";

const RuleIds = z.array(z.string().min(1).max(200)).max(300);
const Pattern = z.string().min(1).max(1_000);

/** How a website is scanned unless an audit overrides it. */
export const WebsiteSettings = z.strictObject({
  standard: Standard.optional(),
  max_pages: z.number().int().min(1).max(10_000).optional(),
  include: z.array(Pattern).max(100).optional(),
  exclude: z.array(Pattern).max(100).optional(),
  device: Device.optional(),
  depth: ScanDepth.optional().describe(
    "Pages where the scanner resizes the window, presses keys and watches for changes. full: all pages. templates: " +
      "the start page and two pages of each template. quick: none, which makes the scan several times faster.",
  ),
  max_documents: z
    .number()
    .int()
    .min(0)
    .max(MAX_CHECKED_DOCUMENTS)
    .optional()
    .describe("Maximum number of linked PDFs to check; 0 checks none."),
  list_only: z
    .boolean()
    .optional()
    .describe(
      "Whether to scan only the URLs in the website's URL list, if it has one. By default, these URLs are scanned " +
        "before the pages found through links and sitemaps.",
    ),
  sample: z
    .boolean()
    .optional()
    .describe(
      "Whether to scan a representative sample if the sitemaps and the URL list contain more pages than max_pages. " +
        "Results then include estimates for the whole website. Off by default.",
    ),
  sample_seed: z
    .number()
    .int()
    .min(0)
    .max(MAX_SEED)
    .optional()
    .describe(
      "Seed for the random draw. By default, each audit uses a new seed. Set a seed to scan the same sample again.",
    ),
  exclude_elements: z
    .array(z.string().trim().min(1).max(MAX_SELECTOR_LENGTH))
    .max(MAX_SELECTORS)
    .optional()
    .describe(
      "CSS selectors of elements to leave out, such as a third-party chat widget. Findings on or inside these " +
        "elements aren't reported. Results say how many were left out.",
    ),
  include_rules: RuleIds.optional().describe("IDs of the rules to run; empty for all rules of the standard."),
  exclude_rules: RuleIds.optional().describe("IDs of rules not to run."),
  sitemap_url: webAddressWithoutCredentials().optional(),
  respect_robots: z.boolean().optional(),
  /** Whether to run Lighthouse on the start page after the scan; off by default. */
  lighthouse: z.boolean().optional(),
  second_engine: z
    .boolean()
    .optional()
    .describe(
      "Whether to run AccessLint as well. Findings reported only by AccessLint are marked as needing review. Off by " +
        "default.",
    ),
  views: ScanViews.optional().describe(
    "Views to test besides the usual one, on the pages that `depth` selects. " +
      "narrow: a window 320 CSS pixels wide. zoom_200: 200% zoom, in a window half the usual width and height. " +
      "phone: an emulated phone, where the start page and two pages of each template are loaded again. dark: dark " +
      "mode, if the page has one. forced_colours: the colours of a high-contrast system theme. motion: animations " +
      "that stop for people who prefer reduced motion. By default, narrow and dark.",
  ),
  states: z
    .boolean()
    .optional()
    .describe(
      "Whether to open menus, dialogs, tabs and similar elements on one page of each template, and to test what " +
        "appears. Off by default.",
    ),
  language: LanguageTag.optional().describe(
    "BCP 47 tag of the language that the browser asks websites for, such as de or pt-BR. By default, en-GB.",
  ),
  /**
   * Whether code snippets, and the part of a screenshot around an element, may be sent to the language model that
   * suggests fixes. Allowed unless false.
   */
  allow_code_sharing: z.boolean().optional(),
});
export type WebsiteSettings = z.infer<typeof WebsiteSettings>;

/** The settings in effect, with the scanner's defaults for settings that aren't set. */
export const EffectiveSettings = z.object({
  standard: Standard,
  max_pages: z.number().int(),
  max_documents: z.number().int(),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  device: Device,
  depth: ScanDepth,
  list_only: z.boolean(),
  sample: z.boolean(),
  exclude_elements: z.array(z.string()),
  include_rules: z.array(z.string()),
  exclude_rules: z.array(z.string()),
  sitemap_url: z
    .string()
    .nullable()
    .describe("Sitemap to read; null to read the sitemaps listed in robots.txt or, if there are none, /sitemap.xml."),
  respect_robots: z.boolean(),
  lighthouse: z.boolean(),
  second_engine: z.boolean(),
  views: ScanViews,
  states: z.boolean(),
  language: z.string(),
  allow_code_sharing: z.boolean(),
});
export type EffectiveSettings = z.infer<typeof EffectiveSettings>;

export const effectiveSettings = (settings: WebsiteSettings): EffectiveSettings => {
  const { allow_code_sharing = true, sitemap_url = null, ...rest } = settings;
  const { standard, max_pages, max_documents, include, exclude, device, depth, ...switches } = ScanOptions.parse(rest);
  const { respect_robots, lighthouse, second_engine, views, states, language } = switches;
  const { list_only, sample, exclude_elements, include_rules, exclude_rules } = switches;
  return {
    ...{
      standard,
      max_pages,
      max_documents,
      include,
      exclude,
      device,
      depth,
      list_only,
      sample,
      exclude_elements,
      include_rules,
      exclude_rules,
      sitemap_url,
      respect_robots,
      lighthouse,
      second_engine,
      views,
      states,
      language,
    },
    allow_code_sharing,
  };
};

const Address = webAddress();
const Name = z.string().trim().min(1).max(200);

export const AddWebsite = z.strictObject({ url: Address, name: Name.optional(), settings: WebsiteSettings.optional() });
export type AddWebsite = z.infer<typeof AddWebsite>;

const { max_pages, max_documents, sitemap_url, sample_seed, language } = WebsiteSettings.shape;

/** Omit a setting to keep it, or send null to restore its default. */
const ChangedSettings = WebsiteSettings.extend({
  max_pages: max_pages.nullable(),
  max_documents: max_documents.nullable(),
  sitemap_url: sitemap_url.nullable(),
  sample_seed: sample_seed.nullable(),
  language: language.nullable(),
});

export const ChangeWebsite = z.strictObject({ id: Id, name: Name.optional(), settings: ChangedSettings.optional() });
export type ChangeWebsite = z.infer<typeof ChangeWebsite>;

export const WebsiteId = z.strictObject({ id: Id });
export type WebsiteId = z.infer<typeof WebsiteId>;

export const ListWebsites = z.strictObject({ ...pageFields, q: z.string().trim().max(200).optional() });
export type ListWebsites = z.infer<typeof ListWebsites>;

export const LatestAudit = z.object({
  id: Id,
  status: z.enum(AuditStatus),
  queue_position: z
    .number()
    .int()
    .nullable()
    .describe("Position in the queue, starting at 1; null if the audit isn't waiting."),
  score: z.number().nullable(),
  score_low: z
    .number()
    .nullable()
    .describe("Lower end of the score's range; see accessibility_low in an audit's scores. Null if unknown."),
  pages_missing: z.number().int().describe("Number of pages missing from a partial audit; 0 for a complete audit."),
  created_at: Time,
  completed_at: Time.nullable(),
});

export const Website = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  settings: WebsiteSettings.describe("Settings as saved; effective_settings contains the values in effect."),
  effective_settings: EffectiveSettings,
  plan_limits: z
    .object({ plan: z.string(), views: ScanViews, states: z.boolean() })
    .nullable()
    .describe(
      "The organisation's plan, the views that it includes besides the usual one, and whether it includes testing " +
        "the states of pages. Null if there are no plans.",
    ),
  created_at: Time,
  updated_at: Time,
  latest_audit: LatestAudit.nullable(),
});
export type Website = z.input<typeof Website>;

export const Removed = z.object({ id: Id });
