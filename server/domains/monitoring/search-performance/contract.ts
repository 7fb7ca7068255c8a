import { z } from "zod";
import { Id, pageFields, pageOf, Time } from "@/server/core/schema";

/** How long a response with figures is cached, in hours. */
export const responsesKeptHours = 24;

/** Google's response to the consent request. Other fields that it contains are ignored. */
export const ConsentAnswer = z.object({
  state: z.string().min(1).max(4_096),
  code: z
    .string()
    .min(1)
    .max(2_048)
    .optional()
    .describe("Authorisation code to exchange for tokens, if the person gave consent"),
  error: z.string().max(500).optional().describe("Reason for the missing code, such as access_denied"),
});
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

/** Result of the consent request, passed to the page in `?result=`. */
export const consentResults = ["connected", "refused", "incomplete", "failed"] as const;
export type ConsentResult = (typeof consentResults)[number];

const one = "query|page|country|device|date";
const Day = z.iso.date().describe("Date as YYYY-MM-DD, in Google's time zone (US Pacific Time)");
const Website = Id.describe("Website to get the figures for");

const Range = {
  website_id: Website,
  from: Day.optional().describe("First day; defaults to 27 days before `to`; at most 16 months ago"),
  to: Day.optional().describe("Last day; defaults to yesterday"),
};

export const ReadTotals = z.strictObject(Range);
export type ReadTotals = z.infer<typeof ReadTotals>;

export const ReadRows = z.strictObject({
  ...Range,
  dimension: z
    .string()
    .regex(
      // Backtracks, but only over up to five words from a fixed list.
      new RegExp(`^(?:${one})(?:,(?:${one})){0,4}$`),
      "Must be query, page, country, device or date, or several of them separated by commas.",
    )
    .refine((text) => new Set(text.split(",")).size === text.split(",").length, "Must not name a dimension twice.")
    .default("query")
    .describe("Dimensions to group by, separated by commas: query, page, country, device, date"),
  limit: pageFields.limit,
  cursor: z
    .string()
    .regex(/^\d{1,6}$/, "Must be the next_cursor from a previous response.")
    .optional(),
});
export type ReadRows = z.infer<typeof ReadRows>;

const figures = {
  clicks: z.number(),
  impressions: z.number(),
  ctr: z.number().describe("Click-through rate: clicks divided by impressions, 0 to 1"),
};

export const Row = z.object({
  keys: z.array(z.string()).describe("Value of each dimension, in the order requested"),
  ...figures,
  position: z.number().describe("Average position in the search results; 1 is the first"),
});
export type Row = z.infer<typeof Row>;
export const Rows = pageOf(Row);

export const Totals = z.object({
  property: z.string().describe("Search Console property that the figures come from"),
  from: z.string(),
  to: z.string(),
  ...figures,
  position: z.number().nullable().describe("Average position; null if there were no impressions"),
});
export type Totals = z.infer<typeof Totals>;

const PropertyName = z.string().min(1).max(2_000);

export const ListProperties = z.strictObject({
  website_id: Id.optional().describe("Website whose chosen and suggested properties are marked in the list"),
  limit: pageFields.limit,
  cursor: PropertyName.optional(),
});
export type ListProperties = z.infer<typeof ListProperties>;

export const Property = z.object({
  property: z.string().describe("Name of the property, such as sc-domain:shop.example or https://shop.example/"),
  kind: z.enum(["domain", "prefix"]),
  permission: z.string().describe("Permission level that Google reports for the connected account"),
  chosen: z.boolean().describe("Whether the website's figures come from this property"),
  suggested: z.boolean().describe("Whether this property is the best match for the website"),
});
export type Property = z.infer<typeof Property>;
export const Properties = pageOf(Property);

export const ChooseProperty = z.strictObject({ website_id: Id, property: PropertyName });
export type ChooseProperty = z.infer<typeof ChooseProperty>;

export const ChosenProperty = z.object({ website_id: Id, property: z.string() });
export type ChosenProperty = z.infer<typeof ChosenProperty>;

export const Connection = z.object({
  configured: z.boolean().describe("Whether a Google OAuth client is configured"),
  connected: z.boolean().describe("Whether Search Console is connected and access hasn't been revoked"),
  connected_by: z
    .object({ id: Id, name: z.string() })
    .nullable()
    .describe("User who connected Search Console; null if the account was deleted"),
  connected_at: Time.nullable(),
  revoked_at: Time.nullable().describe("Time at which access was found to be revoked; connect again to restore it"),
});
export type Connection = z.input<typeof Connection>;

export const Disconnected = z.object({ connected: z.literal(false) });
export type Disconnected = z.infer<typeof Disconnected>;
