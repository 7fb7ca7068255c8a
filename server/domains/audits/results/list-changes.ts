import { Prisma } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { toPage } from "@/server/core/schema";
import { changedNodes, findAudit, previousAudit, readComparison } from "..";
import type { ChangeList, ListChanges } from "./contract";
import { readFindings } from "./read-findings";

type Audit = Awaited<ReturnType<typeof findAudit>>;

const assertCompleted = (audit: Audit): void => {
  if (audit.status !== "completed") throw new AppError("conflict", "Only completed audits can be compared.");
};

const findBase = async (ctx: Ctx, audit: Audit, base: string | undefined) => {
  if (!base) return previousAudit(ctx.db, audit);
  const row = await findAudit(ctx, base);
  if (row.website_id !== audit.website_id) throw notFound("audit of this website", base);
  if (row.id === audit.id) throw invalidInput([{ path: "base", message: "Must be a different audit." }]);
  assertCompleted(row);
  return row;
};

/**
 * Lists how failing elements changed since an earlier audit. Compares only pages that both audits scanned. An element
 * on a page that wasn't scanned again is therefore never reported as fixed. Fixed elements are listed as they were in
 * the base audit.
 */
export const listChanges = async (ctx: Ctx, input: ListChanges): Promise<ChangeList> => {
  const { kind, cursor, limit } = input;
  const audit = await findAudit(ctx, input.audit_id);
  assertCompleted(audit);
  const base = await findBase(ctx, audit, input.base);
  if (!base) return { audit_id: audit.id, base: null, counts: null, items: [], next_cursor: null };
  const compared = { audit_id: audit.id, base_id: base.id, website_id: audit.website_id };
  const counts = await readComparison(ctx.db, compared);
  const nodes = Prisma.sql`n.id = ANY(${changedNodes(compared, { kind, cursor, take: limit + 1 })})`;
  const items = counts[kind] === 0 ? [] : await readFindings(ctx.db, audit.website_id, nodes, limit + 1);
  const { id, created_at } = base;
  return { audit_id: audit.id, base: { id, created_at }, counts, ...toPage(items, limit) };
};
