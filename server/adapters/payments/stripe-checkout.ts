import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import { AppError } from "@/server/core/errors";
import type { Checkout, NewCheckout, Payments } from "./port";
import { type CallStripe, orNull } from "./stripe-client";
import { idOf, toPrice } from "./stripe-shapes";

const keyOf = (kind: string, wanted: object): string =>
  `${kind}/${createHash("sha256").update(JSON.stringify(wanted)).digest("hex")}`;

/** Metadata key under which a checkout stores the hash of the request that it was created for. */
const WANTED = "curbcut";

const sessionOf = (wanted: NewCheckout): Stripe.Checkout.SessionCreateParams => {
  const { customer, price, trial_days, automatic_tax, success_url, cancel_url, metadata } = wanted;
  return {
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url,
    cancel_url,
    allow_promotion_codes: true,
    automatic_tax: { enabled: automatic_tax },
    // At checkout, the customer enters the name and address that determine the tax.
    customer_update: { address: "auto", name: "auto" },
    tax_id_collection: { enabled: true },
    metadata: { ...metadata, [WANTED]: keyOf("wanted", wanted) },
    subscription_data: { metadata, ...(trial_days > 0 ? { trial_period_days: trial_days } : {}) },
  };
};

const toCheckout = (session: Stripe.Checkout.Session): Checkout => {
  const price = session.line_items?.data[0]?.price;
  return {
    id: session.id,
    customer: idOf(session.customer),
    completed: session.status === "complete" && session.payment_status !== "unpaid",
    amount: session.amount_total ?? 0,
    currency: session.currency ?? price?.currency ?? "",
    price: price ? toPrice(price) : null,
    metadata: session.metadata ?? {},
  };
};

type Calls = Pick<Payments, "createCustomer" | "listPrices" | "readCheckout" | "startCheckout">;

export const checkoutCalls = (call: CallStripe): Calls => ({
  createCustomer: async ({ org_id, name, email }) => {
    const idempotencyKey = keyOf("customer", { org_id, name, email });
    const { id } = await call((stripe) =>
      stripe.customers.create({ name, email, metadata: { org_id } }, { idempotencyKey }),
    );
    return id;
  },
  listPrices: async (keys) => {
    const { data } = await call((stripe) => stripe.prices.list({ lookup_keys: [...keys], active: true, limit: 100 }));
    return data.map(toPrice);
  },
  startCheckout: async (wanted) => {
    const { id, url } = await call(async (stripe) => {
      const { data } = await stripe.checkout.sessions.list({ customer: wanted.customer, limit: 100 });
      const open = data.filter(({ status }) => status === "open");
      const same = open.find(({ metadata }) => metadata?.[WANTED] === keyOf("wanted", wanted));
      for (const earlier of open) if (earlier !== same) await stripe.checkout.sessions.expire(earlier.id);
      if (same) return same;
      // With this key, two concurrent calls that find the same latest checkout create only one new checkout.
      const idempotencyKey = keyOf("checkout", [wanted, data[0]?.id]);
      return stripe.checkout.sessions.create(sessionOf(wanted), { idempotencyKey });
    });
    if (url) return { id, url };
    throw new AppError("upstream_failed", "Stripe returned no URL for the checkout session.", {
      retryable: true,
      status: 200,
    });
  },
  readCheckout: async (id) => {
    const session = await orNull(call((stripe) => stripe.checkout.sessions.retrieve(id, { expand: ["line_items"] })));
    return session && toCheckout(session);
  },
});
