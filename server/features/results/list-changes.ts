import { Prisma } from "@/server/adapters/database/generated/client";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { toPage } from "@/server/core/schema";
import {
  type AuditSummary,
  type Changes,
  countChanges,
  findAudit,
  previousAudit,
  sharedPages,
} from "@/server/features/audits";
import type { ChangeKind, ChangeList, ListChanges } from "./contract";
import { readFindings } from "./read-findings";

interface Compared {
  audit_id: string;
  base_id: string;
  website_id: string;
}

type Audit = Awaited<ReturnType<typeof findAudit>>;

const assertCompleted = (audit: Audit): void => {
  if (audit.status !== "completed") throw new AppError("conflict", "Only audits that are complete can be compared.");
};

const findBase = async (ctx: Ctx, audit: Audit, base: string | undefined) => {
  if (!base) return previousAudit(ctx.db, audit);
  const row = await findAudit(ctx, base);
  if (row.website_id !== audit.website_id) throw notFound("audit of this website", base);
  if (row.id === audit.id) throw invalidInput([{ path: "base", message: "Give another audit than the one itself." }]);
  assertCompleted(row);
  return row;
};

/** Counted when the audit completed; against another base it is counted now. */
const readCounts = async (ctx: Ctx, audit: Audit, compared: Compared): Promise<Changes> => {
  const kept = (audit.summary as AuditSummary | null)?.changes;
  return kept?.base_id === compared.base_id ? kept.counts : countChanges(ctx.db, compared);
};

/** Whether an element's finding is in another audit, looked up row by row, or for all rows at once. */
const isIn = (auditId: string, rowByRow: boolean): Prisma.Sql => {
  const found = Prisma.sql`FROM violation_nodes o
    WHERE o.audit_id = ${auditId}::uuid AND o.fingerprint = n.fingerprint AND o.outcome = 'violation'`;
  return rowByRow
    ? Prisma.sql`coalesce((SELECT true ${found} LIMIT 1), false)`
    : Prisma.sql`EXISTS (SELECT 1 ${found})`;
};

const wasSeenBefore = ({ base_id, website_id }: Compared): Prisma.Sql => Prisma.sql`
  coalesce((SELECT i.first_seen_audit_id < ${base_id}::uuid FROM issues i
    WHERE i.website_id = ${website_id}::uuid AND i.fingerprint = n.fingerprint), false)`;

const conditionsOf = (kind: ChangeKind, compared: Compared, rowByRow: boolean): Prisma.Sql[] => {
  const { audit_id, base_id } = compared;
  if (kind === "fixed") return [Prisma.sql`NOT ${isIn(audit_id, rowByRow)}`];
  if (kind === "unchanged") return [isIn(base_id, rowByRow)];
  const seenBefore = wasSeenBefore(compared);
  return [
    Prisma.sql`NOT ${isIn(base_id, rowByRow)}`,
    kind === "regressed" ? seenBefore : Prisma.sql`NOT ${seenBefore}`,
  ];
};

/** Walking row by row ends early where every hundredth row is one that is looked for. */
const isDense = (kind: ChangeKind, { new: fresh, fixed, regressed, unchanged, ...counts }: Changes): boolean =>
  ({ new: fresh, fixed, regressed, unchanged })[kind] * 100 > fresh + regressed + unchanged + counts.not_compared;

const whereOf = ({ kind, cursor }: ListChanges, compared: Compared, counts: Changes): Prisma.Sql => {
  const { audit_id, base_id } = compared;
  const [of, by] = kind === "fixed" ? [base_id, audit_id] : [audit_id, base_id];
  const conditions = [
    Prisma.sql`n.audit_id = ${of}::uuid`,
    Prisma.sql`n.outcome = 'violation'`,
    Prisma.sql`coalesce(n.page_id IN (${sharedPages(of, by)}), false)`,
    ...conditionsOf(kind, compared, isDense(kind, counts)),
  ];
  if (cursor) conditions.push(Prisma.sql`n.id > ${cursor}::uuid`);
  return Prisma.join(conditions, " AND ");
};

/**
 * What became of the failing elements since an earlier audit. Only pages that both audits could scan are compared, so
 * what lies on a page that is not reached any more is never called fixed. What is fixed is told as the base saw it.
 */
export const listChanges = async (ctx: Ctx, input: ListChanges): Promise<ChangeList> => {
  const audit = await findAudit(ctx, input.audit_id);
  assertCompleted(audit);
  const base = await findBase(ctx, audit, input.base);
  if (!base) return { audit_id: audit.id, base: null, counts: null, items: [], next_cursor: null };
  const compared = { audit_id: audit.id, base_id: base.id, website_id: audit.website_id };
  const counts = await readCounts(ctx, audit, compared);
  const items =
    counts[input.kind] === 0
      ? []
      : await readFindings(ctx.db, audit.website_id, whereOf(input, compared, counts), input.limit + 1);
  const { id, created_at } = base;
  return { audit_id: audit.id, base: { id, created_at }, counts, ...toPage(items, input.limit) };
};
