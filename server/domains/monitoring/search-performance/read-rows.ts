import { z } from "zod";
import { getSearchConsole } from "@/server/adapters/search-console";
import { type AnswerRow, dimensions, type Question } from "@/server/adapters/search-console/port";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { readProperty } from "@/server/core/property";
import { findConnection } from "./connection";
import type { ReadRows, ReadTotals, Row, Totals } from "./contract";
import { getDailyRows } from "./daily-rows";
import { findWebsite, propertyOf } from "./properties";
import { readRange } from "./range";

const Dimensions = z.array(z.enum(dimensions));

/**
 * Number of rows per request to Google. Most pages of our lists don't require an additional request, because these
 * pages are smaller.
 */
const chunk = 1_000;

type Scope = Pick<Question, "property" | "from" | "to">;

const begin = async (ctx: Ctx, input: ReadTotals): Promise<Scope> => {
  const website = await findWebsite(ctx, input.website_id);
  const range = readRange(input);
  getSearchConsole();
  await findConnection(ctx.db, ctx.org_id);
  return { ...range, property: await propertyOf(ctx, website) };
};

const isNoAccess = (error: unknown): boolean =>
  error instanceof AppError && readProperty(error.details, "reason") === "no_access";

const getAnswer = async (ctx: Ctx, question: Question): Promise<AnswerRow[]> => {
  try {
    return await getDailyRows(ctx, question);
  } catch (error) {
    if (!isNoAccess(error)) throw error;
    const message = `The connected Google account can't read ${question.property}. Choose another property at /api/search-perf/properties/.`;
    throw new AppError("conflict", message, { reason: "no_access" }, { cause: error });
  }
};

/** Returns rows `start` to `end` (exclusive), or fewer if there aren't enough. */
const readPart = async (ctx: Ctx, question: Omit<Question, "start" | "limit">, start: number, end: number) => {
  const first = start - (start % chunk);
  const rows: AnswerRow[] = [];
  for (let at = first; at < end; at += chunk) {
    const part = await getAnswer(ctx, { ...question, start: at, limit: chunk });
    rows.push(...part);
    if (part.length < chunk) break;
  }
  return rows.slice(start - first, end - first);
};

/** Returns the clicks, impressions, CTR and position of a website in Google Search. */
export const readRows = async (ctx: Ctx, input: ReadRows): Promise<{ items: Row[]; next_cursor: string | null }> => {
  const scope = await begin(ctx, input);
  const chosen = Dimensions.parse(input.dimension.split(","));
  const start = Number(input.cursor ?? 0);
  const end = start + input.limit;
  const rows = await readPart(ctx, { ...scope, dimensions: chosen }, start, end + 1);
  return { items: rows.slice(0, input.limit), next_cursor: rows.length > input.limit ? String(end) : null };
};

const nothing: Pick<AnswerRow, "clicks" | "impressions" | "ctr"> = { clicks: 0, impressions: 0, ctr: 0 };

/** Returns a website's totals for all searches, including those whose queries Google withholds. */
export const readTotals = async (ctx: Ctx, input: ReadTotals): Promise<Totals> => {
  const scope = await begin(ctx, input);
  const [row] = await getAnswer(ctx, { ...scope, dimensions: [], start: 0, limit: 1 });
  const { clicks, impressions, ctr } = row ?? nothing;
  return { ...scope, clicks, impressions, ctr, position: row && impressions > 0 ? row.position : null };
};
