import { getDatabase } from "@/server/adapters/database";
import type { PaymentEvent, Payments } from "@/server/adapters/payments/port";
import type { Db, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { inTransaction } from "@/server/core/transaction";
import type { Organisation } from "./announce";
import { listOffers, type Offer } from "./catalogue";
import { currentState, type State } from "./derive-state";
import type { Fact } from "./read-fact";
import { saveFact } from "./save-fact";
import { isSame, saveState } from "./save-state";

interface News {
  customer: string;
  /** What caused the reading; null when it is the clock. */
  event: Pick<PaymentEvent, "id" | "type"> | null;
  fact: Fact | null;
}

type Outcome = "applied" | "known" | "overtaken";

const mostTries = 10;

/** When the organisation's subscription was read last; undefined for a customer of somebody else. */
const lastReading = async (customer: string): Promise<number | null | undefined> => {
  const { prisma } = await getDatabase();
  const [found] = await prisma.$queryRaw<{ read_at: Date | null }[]>`
    SELECT s.read_at FROM organisations o LEFT JOIN subscriptions s ON s.org_id = o.id
    WHERE o.billing_customer_id = ${customer}`;
  return found ? (found.read_at?.getTime() ?? null) : undefined;
};

/** Until the transaction ends, nobody else changes what the organisation pays for. */
const lockOrganisation = async (db: Db, customer: string): Promise<Organisation | null> => {
  const [found] = await db.$queryRaw<Organisation[]>`
    SELECT id, name, plan FROM organisations WHERE billing_customer_id = ${customer} FOR NO KEY UPDATE`;
  return found ?? null;
};

const isNews = async (db: Db, event: News["event"]): Promise<boolean> => {
  if (!event) return true;
  const { count } = await db.billingEvent.createMany({
    data: [{ id: event.id, type: event.type }],
    skipDuplicates: true,
  });
  return count === 1;
};

interface Reading {
  state: State | null;
  offers: readonly Offer[];
  /** What `lastReading` said before the provider was asked. */
  before: number | null;
}

/**
 * A reading counts when nobody has stored a later one since before it was made, or when it says what is stored anyway.
 */
const apply = async (ctx: SystemCtx, news: News, { state, offers, before }: Reading): Promise<Outcome> => {
  const organisation = await lockOrganisation(ctx.db, news.customer);
  if (!organisation) return "known";
  const row = await ctx.db.subscription.findUnique({ where: { org_id: organisation.id } });
  const isLatest = (row?.read_at.getTime() ?? null) === before || (state !== null && isSame(row, state));
  if (!isLatest) return "overtaken";
  if (!(await isNews(ctx.db, news.event))) return "known";
  if (state) await saveState(ctx, organisation, row, state);
  if (news.fact) await saveFact({ ctx, organisation, state, offers }, news.fact);
  return "applied";
};

/**
 * Reads a customer's subscription from the provider and stores what it says, with the event, in one transaction: the
 * plan and its limits, purchases, transactions, and the mails about them. Answers whether anything was to be stored.
 */
export const bringUpToDate = async (payments: Payments, news: News): Promise<boolean> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await lastReading(news.customer);
    if (before === undefined) return false;
    const offers = await listOffers(payments);
    const state = currentState(await payments.listSubscriptions(news.customer), offers);
    const outcome = await inTransaction((ctx) => apply(ctx, news, { state, offers, before }));
    if (outcome !== "overtaken") return outcome === "applied";
  }
  throw new AppError("unavailable", "Too much changes at once. Please send the event again.");
};
