import { createHash } from "node:crypto";
import { z } from "zod";
import { getDatabase } from "@/server/adapters/database";
import { getSearchConsole } from "@/server/adapters/search-console";
import type { AnswerRow, Question } from "@/server/adapters/search-console/port";
import type { Ctx } from "@/server/core/context";
import { cleanText } from "@/server/core/plain-text";
import { withAccess } from "./connection";
import { Row } from "./contract";

const keptMs = 24 * 3_600_000;
const batchSize = 100;

const nameOf = (question: Question): string =>
  createHash("sha256").update(JSON.stringify(question)).digest("base64url");

/** Google's answer, asked once a day: its figures change no more often, and every question counts towards its quota. */
export const askOnceADay = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  asked: Question,
): Promise<AnswerRow[]> => {
  const question = nameOf(asked);
  const where = { org_id_question: { org_id, question } };
  const kept = await db.searchPerfAnswer.findUnique({ where });
  if (kept && kept.expires_at > new Date()) return z.array(Row).parse(kept.rows);
  const searchConsole = getSearchConsole();
  const rows = await withAccess(db, org_id, (token) => searchConsole.ask(token, asked));
  cleanText(rows);
  const data = { rows: rows as object[], expires_at: new Date(Date.now() + keptMs) };
  await db.searchPerfAnswer.upsert({ where, create: { org_id, question, ...data }, update: data });
  return rows;
};

/** Removes a batch of answers that are older than a day. Answers whether there may be more. */
export const forgetAnswers = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const removed = await prisma.$executeRaw`
    DELETE FROM search_perf_answers WHERE (org_id, question) IN (
      SELECT org_id, question FROM search_perf_answers WHERE expires_at < now()
      ORDER BY expires_at LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED)`;
  return removed === batchSize;
};
