import { z } from "zod";
import { Id, pageFields, pageOf, Time } from "@/server/core/schema";

/** Google's answer to the request for consent; it may hold more than is read here. */
export const ConsentAnswer = z.object({
  state: z.string().min(1).max(4_096),
  code: z.string().min(1).max(2_048).optional().describe("What the tokens are given for, when the person consented"),
  error: z.string().max(500).optional().describe("Why there is no code, such as access_denied"),
});
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

/** How a consent ended, as the page it leads to is told by `?result=`. */
export const consentResults = ["connected", "refused", "incomplete", "failed"] as const;
export type ConsentResult = (typeof consentResults)[number];

const one = "query|page|country|device|date";
const Day = z.iso.date().describe("YYYY-MM-DD, as days are at Google: those of the US West Coast");
const Website = Id.describe("The website whose property is asked");

const Range = {
  website_id: Website,
  from: Day.optional().describe("First day; 27 days before `to` unless given, and at most 16 months ago"),
  to: Day.optional().describe("Last day; yesterday unless given"),
};

export const ReadTotals = z.strictObject(Range);
export type ReadTotals = z.infer<typeof ReadTotals>;

export const ReadRows = z.strictObject({
  ...Range,
  dimension: z
    .string()
    .regex(
      new RegExp(`^(?:${one})(?:,(?:${one})){0,4}$`),
      "Give query, page, country, device or date, or several of them.",
    )
    .refine((text) => new Set(text.split(",")).size === text.split(",").length, "Give each of them once.")
    .default("query")
    .describe("What rows are about: query, page, country, device or date; several, separated by commas, are combined"),
  limit: pageFields.limit,
  cursor: z
    .string()
    .regex(/^\d{1,6}$/, "Give the next_cursor of an answer.")
    .optional(),
});
export type ReadRows = z.infer<typeof ReadRows>;

const figures = {
  clicks: z.number(),
  impressions: z.number(),
  ctr: z.number().describe("Clicks a time it was shown, from 0 to 1"),
};

export const Row = z.object({
  keys: z.array(z.string()).describe("What the row is about, in the order of the dimensions"),
  ...figures,
  position: z.number().describe("Mean place in the results, from 1"),
});
export type Row = z.infer<typeof Row>;
export const Rows = pageOf(Row);

export const Totals = z.object({
  property: z.string().describe("Whose figures these are, as Google names it"),
  from: z.string(),
  to: z.string(),
  ...figures,
  position: z.number().nullable().describe("Null when it was never shown"),
});
export type Totals = z.infer<typeof Totals>;

const PropertyName = z.string().min(1).max(2_000);

export const ListProperties = z.strictObject({
  website_id: Id.optional().describe("Also says which property belongs to this website"),
  limit: pageFields.limit,
  cursor: PropertyName.optional(),
});
export type ListProperties = z.infer<typeof ListProperties>;

export const Property = z.object({
  property: z.string().describe("Such as sc-domain:shop.example or https://shop.example/"),
  kind: z.enum(["domain", "prefix"]),
  permission: z.string().describe("What the connected account may do there, in Google's words"),
  chosen: z.boolean().describe("Whether the website's figures are read from it"),
  suggested: z.boolean().describe("Whether it fits the website best"),
});
export type Property = z.infer<typeof Property>;
export const Properties = pageOf(Property);

export const ChooseProperty = z.strictObject({ website_id: Id, property: PropertyName });
export type ChooseProperty = z.infer<typeof ChooseProperty>;

export const ChosenProperty = z.object({ website_id: Id, property: z.string() });
export type ChosenProperty = z.infer<typeof ChosenProperty>;

export const Connection = z.object({
  configured: z.boolean().describe("Whether this installation has a Google client"),
  connected: z.boolean().describe("Whether figures can be read"),
  connected_by: z.object({ id: Id, name: z.string() }).nullable().describe("Null when the account is gone"),
  connected_at: Time.nullable(),
  revoked_at: Time.nullable().describe("When Google no longer took the consent; connect again"),
});
export type Connection = z.input<typeof Connection>;

export const Disconnected = z.object({ connected: z.literal(false) });
export type Disconnected = z.infer<typeof Disconnected>;
