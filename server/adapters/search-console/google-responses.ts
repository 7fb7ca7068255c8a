import { z } from "zod";
import { AppError } from "@/server/core/errors";
import { listOf } from "@/server/core/schema";
import type { AnswerRow, Property, Tokens } from "./port";

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expiry_date: z.number().positive(),
  scope: z.string().default(""),
});
/** Maximum number of rows or properties in a response. Google never sends more. */
const mostEntries = 25_000;
const entriesOf = <Entry extends z.ZodType>(entry: Entry) =>
  listOf(entry, z.array(z.unknown()).max(mostEntries)).prefault([]);
const Site = z.object({ siteUrl: z.string(), permissionLevel: z.string() });
const SitesAnswer = z.object({ siteEntry: entriesOf(Site) });
const figure = z.number().default(0);
const Row = z.object({
  keys: z.array(z.string()).default([]),
  clicks: figure,
  impressions: figure,
  ctr: figure,
  position: figure,
});
const RowsAnswer = z.object({ rows: entriesOf(Row) });

/** Parses a response. Throws if the response isn't from Google but is, for example, a proxy's error page. */
const read = <T>(schema: z.ZodType<T>, data: unknown): T => {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new AppError("upstream_failed", "Google returned an unexpected response.", { retryable: true, status: null });
};

export const readTokens = (data: unknown): Tokens => {
  const { access_token, refresh_token = null, expiry_date, scope: granted } = read(TokenAnswer, data);
  return { access_token, refresh_token, expires_at: new Date(expiry_date), scopes: granted.split(" ").filter(Boolean) };
};

export const readProperties = (data: unknown): Property[] =>
  read(SitesAnswer, data).siteEntry.map(({ siteUrl, permissionLevel }) => ({
    property: siteUrl,
    permission: permissionLevel,
  }));

export const readRows = (data: unknown): AnswerRow[] => read(RowsAnswer, data).rows;
