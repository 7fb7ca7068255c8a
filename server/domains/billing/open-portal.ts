import { getPayments } from "@/server/adapters/payments";
import type { NewPortal } from "@/server/adapters/payments/port";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { listOffers } from "./catalogue";
import type { OpenPortal, PortalOpened } from "./contract";
import { isLive } from "./derive-state";
import { findCustomer } from "./find-customer";
import { billingPage } from "./notify-billing";

const beginOf = async ({ db, org_id }: Ctx, begin: OpenPortal["begin"]): Promise<NewPortal["begin"]> => {
  if (!begin || begin === "payment_method") return begin && { at: begin };
  const row = await db.subscription.findUnique({ where: { org_id } });
  if (row && isLive(row.status) && !row.ends_at) return { at: "cancel", subscription: row.provider_id };
  throw new AppError("conflict", "There is no subscription to cancel.");
};

/** Opens the provider's billing portal, where customers manage their payment method, invoices and plan. */
export const openPortal = async (ctx: Ctx, input: OpenPortal): Promise<PortalOpened> => {
  const payments = getPayments();
  const customer = await findCustomer(ctx);
  if (!customer) throw new AppError("conflict", "Your organisation has no billing account yet. Choose a plan first.");
  const begin = await beginOf(ctx, input.begin);
  const prices = (await listOffers(payments)).map(({ price }) => price);
  const { url } = await payments.openPortal({
    customer,
    return_url: billingPage(),
    prices,
    ...(begin ? { begin } : {}),
  });
  return { url };
};
