import type { TransactionStatus } from "@/generated/prisma/enums";
import type { Checkout, ProviderCharge, ProviderDispute, ProviderInvoice } from "@/server/adapters/payments/port";
import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import type { EmailContent } from "@/server/domains/messaging/delivery";
import { boughtBy, type Offer } from "./catalogue";
import type { State } from "./derive-state";
import { billingPage, money, notifyBilling, type Organisation } from "./notify-billing";
import { titleOf } from "./plans";
import type { Fact } from "./read-fact";

interface Place {
  ctx: SystemCtx;
  organisation: Organisation;
  state: State | null;
  offers: readonly Offer[];
}

/** Returns the user's id if the user is still a member, so that nothing refers to a user who has left. */
const findMember = async ({ ctx, organisation }: Place, user_id: string | undefined): Promise<string | null> => {
  const members = await ctx.db.membership.findMany({ where: { org_id: organisation.id }, select: { user_id: true } });
  return members.find((member) => member.user_id === user_id)?.user_id ?? null;
};

const savePurchase = async (place: Place, checkout: Checkout): Promise<void> => {
  const { ctx, organisation, offers } = place;
  const bought = checkout.price && boughtBy(checkout.price, offers);
  if (!checkout.completed || !bought) return;
  const { id: provider_id, amount, currency, metadata } = checkout;
  const user_id = await findMember(place, metadata["user_id"]);
  const { count } = await ctx.db.userPlanPurchase.createMany({
    data: [{ id: newId(), org_id: organisation.id, user_id, ...bought, amount, currency, provider_id }],
    skipDuplicates: true,
  });
  if (count === 1)
    await notifyBilling(ctx, organisation, { line: `bought ${titleOf(bought.plan)}, billed every ${bought.interval}` });
};

interface Entry {
  kind: "invoice" | "refund" | "dispute";
  provider_id: string;
  status: TransactionStatus;
  amount: number;
  currency: string;
  number: string | null;
  url: string | null;
  occurred_at: Date;
}

const final: readonly TransactionStatus[] = ["paid", "void", "uncollectible"];

type Saved = "new" | "changed" | "same";

/**
 * Stores a transaction and returns whether it is new or its status changed. Data that is out of date never reopens a
 * transaction that has since been settled.
 */
const saveEntry = async ({ ctx, organisation }: Place, entry: Entry): Promise<Saved> => {
  const { provider_id } = entry;
  const before = await ctx.db.billingTransaction.findUnique({ where: { provider_id } });
  if (before && final.includes(before.status) && !final.includes(entry.status)) return "same";
  await ctx.db.billingTransaction.upsert({
    where: { provider_id },
    create: { id: newId(), org_id: organisation.id, ...entry },
    update: entry,
  });
  if (!before) return "new";
  return before.status === entry.status ? "same" : "changed";
};

const emailsOf = ({ status, amount, currency, url, number }: ProviderInvoice, plan: string): EmailContent[] => {
  if (status === "failed") return [{ template: "payment-failed", data: { plan, update_url: url ?? billingPage() } }];
  if (status === "action_required")
    return [{ template: "payment-action-required", data: { url: url ?? billingPage() } }];
  if (status !== "paid" || amount <= 0) return [];
  const paid: EmailContent = { template: "payment-succeeded", data: { plan, amount, currency } };
  return url && number ? [paid, { template: "invoice-available", data: { url, number } }] : [paid];
};

const said: Readonly<Record<string, string>> = {
  paid: "paid",
  failed: "failed to pay",
  action_required: "needs to confirm a payment of",
};

const saveInvoice = async (place: Place, invoice: ProviderInvoice): Promise<void> => {
  const { id: provider_id, customer: _, created_at: occurred_at, status, ...rest } = invoice;
  if (status === "draft") return;
  const saved = await saveEntry(place, { kind: "invoice", provider_id, occurred_at, status, ...rest });
  const emails = emailsOf(invoice, titleOf(place.state?.plan ?? place.organisation.plan));
  if (saved === "same" || emails.length === 0) return;
  const line = `${said[status]} ${money(rest.amount, rest.currency)}${rest.number ? `, invoice ${rest.number}` : ""}`;
  await notifyBilling(place.ctx, place.organisation, { emails, line });
};

/**
 * Sends notifications about a refund when it is first seen. The refund may still be pending, but must not have failed.
 */
const saveRefunds = async (place: Place, { refunds, url }: ProviderCharge): Promise<void> => {
  for (const { id: provider_id, created_at: occurred_at, ...rest } of refunds) {
    const entry: Entry = { kind: "refund", provider_id, occurred_at, number: null, url, ...rest };
    const saved = await saveEntry(place, entry);
    if (saved !== "new" || rest.status === "failed") continue;
    const { amount, currency } = rest;
    const emails: EmailContent[] = [{ template: "refund-issued", data: { amount, currency } }];
    const key = `billing/${provider_id}`;
    await notifyBilling(place.ctx, place.organisation, {
      emails,
      key,
      line: `was refunded ${money(amount, currency)}`,
    });
  }
};

const saveDispute = async (place: Place, dispute: ProviderDispute): Promise<void> => {
  const { id: provider_id, customer: _, created_at: occurred_at, ...rest } = dispute;
  const saved = await saveEntry(place, { kind: "dispute", provider_id, occurred_at, number: null, url: null, ...rest });
  const line = `disputed a payment of ${money(rest.amount, rest.currency)} (${rest.status.replaceAll("_", " ")})`;
  if (saved !== "same") await notifyBilling(place.ctx, place.organisation, { line });
};

const notifyOfTrial = async ({ ctx, organisation, state }: Place): Promise<void> => {
  if (state?.status !== "trialing" || !state.trial_ends_at) return;
  const ends_at = state.trial_ends_at.toISOString();
  const emails: EmailContent[] = [{ template: "trial-ending", data: { ends_at } }];
  await notifyBilling(ctx, organisation, {
    emails,
    key: `billing/${state.provider_id}/${ends_at}`,
    line: "the trial ends soon",
  });
};

/**
 * Stores the object that an event is about and sends notifications about anything new. The caller must hold the
 * organisation's lock.
 */
export const saveFact = async (place: Place, fact: Fact): Promise<void> => {
  if (fact.kind === "checkout") await savePurchase(place, fact.checkout);
  if (fact.kind === "invoice") await saveInvoice(place, fact.invoice);
  if (fact.kind === "charge") await saveRefunds(place, fact.charge);
  if (fact.kind === "dispute") await saveDispute(place, fact.dispute);
  if (fact.kind === "trial") await notifyOfTrial(place);
};
