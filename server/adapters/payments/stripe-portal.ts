import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import type { NewPortal, Payments, Price } from "./port";
import type { CallStripe } from "./stripe-client";

const productsOf = (prices: readonly Price[]) => {
  const byProduct = new Map<string, string[]>();
  for (const { product, id } of prices) byProduct.set(product, [...(byProduct.get(product) ?? []), id]);
  return [...byProduct].map(([product, ids]) => ({ product, prices: ids }));
};

/**
 * Upgrades take effect immediately and are charged for the rest of the period; downgrades take effect in the next
 * period.
 */
const configurationOf = (prices: readonly Price[]): Stripe.BillingPortal.ConfigurationCreateParams => ({
  features: {
    customer_update: { enabled: true, allowed_updates: ["email", "address", "name", "tax_id"] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ["price"],
      proration_behavior: "always_invoice",
      products: productsOf(prices),
      schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }] },
    },
  },
});

const findConfiguration = async (stripe: Stripe, prices: readonly Price[]): Promise<string> => {
  const wanted = configurationOf(prices);
  const curbcut = createHash("sha256").update(JSON.stringify(wanted)).digest("hex");
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.["curbcut"] === curbcut);
  if (known) return known.id;
  const idempotencyKey = `portal/${curbcut}`;
  const made = await stripe.billingPortal.configurations.create(
    { ...wanted, metadata: { curbcut } },
    { idempotencyKey },
  );
  return made.id;
};

const flowOf = (
  begin: NonNullable<NewPortal["begin"]>,
  return_url: string,
): Stripe.BillingPortal.SessionCreateParams.FlowData => {
  const after_completion = { type: "redirect", redirect: { return_url } } as const;
  if (begin.at === "payment_method") return { type: "payment_method_update", after_completion };
  const { subscription } = begin;
  if (begin.at === "cancel")
    return { type: "subscription_cancel", subscription_cancel: { subscription }, after_completion };
  const items = [{ id: begin.item, price: begin.price, quantity: 1 }];
  return {
    type: "subscription_update_confirm",
    subscription_update_confirm: { subscription, items },
    after_completion,
  };
};

export const portalCalls = (call: CallStripe): Pick<Payments, "openPortal"> => {
  const configurations = new Map<string, string>();
  return {
    openPortal: ({ customer, return_url, prices, begin }) =>
      call(async (stripe) => {
        const key = prices.map(({ id }) => id).join();
        const configuration = configurations.get(key) ?? (await findConfiguration(stripe, prices));
        configurations.set(key, configuration);
        const { id, url } = await stripe.billingPortal.sessions.create({
          customer,
          return_url,
          configuration,
          ...(begin ? { flow_data: flowOf(begin, return_url) } : {}),
        });
        return { id, url };
      }),
  };
};
