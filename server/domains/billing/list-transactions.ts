import type { Prisma } from "@/generated/prisma/client";
import { getPayments } from "@/server/adapters/payments";
import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import type { ListTransactions, Transaction } from "./contract";

/**
 * Returns a filter for the rows that follow the cursor. An unknown cursor, or one from another organisation, doesn't
 * select any rows.
 */
const after = async ({ db, org_id }: Ctx, cursor: string): Promise<Prisma.BillingTransactionWhereInput> => {
  const last = await db.billingTransaction.findFirst({ where: { id: cursor, org_id } });
  if (!last) return { id: { in: [] } };
  const { occurred_at, id } = last;
  return { OR: [{ occurred_at: { lt: occurred_at } }, { occurred_at, id: { lt: id } }] };
};

/** Lists invoices, refunds and disputes, newest first. */
export const listTransactions = async (
  ctx: Ctx,
  { limit, cursor }: ListTransactions,
): Promise<{ items: Transaction[]; next_cursor: string | null }> => {
  getPayments();
  const rows = await ctx.db.billingTransaction.findMany({
    where: { org_id: ctx.org_id, ...(cursor ? await after(ctx, cursor) : {}) },
    orderBy: [{ occurred_at: "desc" }, { id: "desc" }],
    take: limit + 1,
    omit: { org_id: true, provider_id: true, created_at: true },
  });
  return toPage(rows, limit);
};
