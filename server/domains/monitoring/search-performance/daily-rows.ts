import { createHash } from "node:crypto";
import { z } from "zod";
import { getSearchConsole } from "@/server/adapters/search-console";
import type { AnswerRow, Question } from "@/server/adapters/search-console/port";
import type { Ctx } from "@/server/core/context";
import { cleanText } from "@/server/core/plain-text";
import { withAccess } from "./connection";
import { Row, responsesKeptHours } from "./contract";

const hashOf = (question: Question): string =>
  createHash("sha256").update(JSON.stringify(question)).digest("base64url");

/**
 * Returns Google's response to a query. Requests it at most once a day, because the figures don't change more often and
 * every query counts towards the quota.
 */
export const getDailyRows = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  query: Question,
): Promise<AnswerRow[]> => {
  const query_hash = hashOf(query);
  const where = { org_id_query_hash: { org_id, query_hash } };
  const kept = await db.searchPerfResponse.findUnique({ where });
  if (kept && kept.expires_at > new Date()) return z.array(Row).parse(kept.rows);
  const searchConsole = getSearchConsole();
  const rows = await withAccess(db, org_id, (token) => searchConsole.queryRows(token, query));
  cleanText(rows);
  const stored: object[] = rows;
  const data = { rows: stored, expires_at: new Date(Date.now() + responsesKeptHours * 3_600_000) };
  await db.searchPerfResponse.upsert({ where, create: { org_id, query_hash, ...data }, update: data });
  return rows;
};
