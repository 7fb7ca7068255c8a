import { getUnscopedDb } from "@/server/adapters/database";
import type { PaymentEvent, Payments } from "@/server/adapters/payments/port";
import type { Db, SystemCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { listOffers, type Offer } from "./catalogue";
import { currentState, type State } from "./derive-state";
import type { Organisation } from "./notify-billing";
import type { Fact } from "./read-fact";
import { saveFact } from "./save-fact";
import { isSame, saveState } from "./save-state";

interface News {
  customer: string;
  /** The event that caused the reading; null for a scheduled refresh. */
  event: Pick<PaymentEvent, "id" | "type"> | null;
  fact: Fact | null;
}

type Outcome = "applied" | "known" | "overtaken";

const mostTries = 10;

/**
 * Returns when the subscription was last read, in milliseconds since 1970; null if never, undefined if no organisation
 * has this customer.
 */
const lastReading = async (customer: string): Promise<number | null | undefined> => {
  const db = await getUnscopedDb();
  const [found] = await db.$queryRaw<{ read_at: Date | null }[]>`
    SELECT s.read_at FROM organisations o LEFT JOIN subscriptions s ON s.org_id = o.id
    WHERE o.billing_customer_id = ${customer}`;
  return found ? (found.read_at?.getTime() ?? null) : undefined;
};

/** Locks the organisation, so that no other transaction changes its billing until this one ends. */
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
  /** The result that `lastReading` returned before the provider was called. */
  before: number | null;
}

/**
 * Stores a subscription as read from the provider, unless another reading has been stored since `before`. A reading
 * that equals the stored one is always accepted.
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
 * Reads a customer's subscription from the provider. In one database transaction, stores it together with the event,
 * the plan and its limits, purchases, payment transactions and the emails about them. Returns whether anything was
 * stored.
 */
export const syncSubscription = async (payments: Payments, news: News): Promise<boolean> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await lastReading(news.customer);
    if (before === undefined) return false;
    const offers = await listOffers(payments);
    const state = currentState(await payments.listSubscriptions(news.customer), offers);
    const outcome = await inUnscopedTransaction((ctx) => apply(ctx, news, { state, offers, before }));
    if (outcome !== "overtaken") return outcome === "applied";
  }
  throw new AppError(
    "unavailable",
    "The subscription changed too often while it was being read. Send the event again.",
  );
};
