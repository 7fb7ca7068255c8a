import { createCustomer, createSession, expireSession } from "./checkout";
import { type Field, listOf, type Rules, readParameters, StripeProblem } from "./form";
import type { StripeObjects } from "./objects";
import { createConfiguration, createPortal } from "./portal";
import { endSubscription, isOver } from "./subscriptions";
import type { StripeWorld } from "./world";

export interface Place {
  world: StripeWorld;
  objects: StripeObjects;
  form: readonly Field[];
  id: string;
}

type Handler = (place: Place) => { id: string };
type Reader = (place: Place) => { object: "list"; url: string; has_more: boolean; data: unknown[] };

const paging: Rules = { limit: "integer", starting_after: "text", ending_before: "text", expand: { "[]": "text" } };
const only: Rules = { expand: { "[]": "text" } };

const missing = (what: string, id: string): StripeProblem =>
  new StripeProblem(404, `No such ${what}: '${id}'`, { code: "resource_missing", param: "id" });

const retrieve =
  (what: string): Handler =>
  ({ world, objects, form, id }) => {
    readParameters(form, only);
    const found = objects.coupons.get(id) ?? objects.promotionCodes.get(id) ?? world.find(id);
    if (found?.object !== what) throw missing(what, id);
    return found;
  };

/** Lists objects newest first, as Stripe does. */
const list =
  (
    url: string,
    rules: Rules,
    matches: (place: Place, given: Record<string, unknown>) => readonly { id: string }[],
  ): Reader =>
  (place) => {
    const given = readParameters(place.form, { ...paging, ...rules });
    const limit = Number(given["limit"] ?? 10);
    if (limit < 1 || limit > 100)
      throw new StripeProblem(400, "The limit must be between 1 and 100.", { param: "limit" });
    const found = matches(place, given).toReversed();
    const data = found.slice(0, limit).map(({ id }) => place.world.find(id));
    return { object: "list", url, has_more: found.length > limit, data };
  };

const listPrices = list(
  "/v1/prices",
  {
    lookup_keys: { "[]": "text" },
    active: "boolean",
    product: "text",
    currency: "text",
    type: ["one_time", "recurring"],
  },
  ({ world }, { lookup_keys, active }) => {
    const keys = listOf<string>(lookup_keys);
    if (keys.length > 10)
      throw new StripeProblem(400, "You may only specify up to 10 lookup_keys.", { param: "lookup_keys" });
    const isMeant = (key: string | null) => lookup_keys === undefined || keys.includes(key ?? "");
    return [...world.prices.values()].filter((one) => isMeant(one.lookup_key) && (active ?? one.active) === one.active);
  },
);

const listSessions = list(
  "/v1/checkout/sessions",
  { customer: "text", status: ["open", "complete", "expired"], subscription: "text" },
  ({ world }, { customer, status }) =>
    [...world.sessions.values()].filter(
      (one) => (customer ?? one.customer) === one.customer && (status ?? one.status) === one.status,
    ),
);

const listSubscriptions = list(
  "/v1/subscriptions",
  { customer: "text", price: "text", status: ["all", "active", "canceled", "ended", "past_due", "trialing", "unpaid"] },
  ({ world }, { customer, status }) =>
    [...world.subscriptions.values()].filter(
      (one) =>
        (customer ?? one.customer) === one.customer &&
        (status === "all" || (status === undefined ? !isOver(one) : status === one.status)),
    ),
);

const listConfigurations = list(
  "/v1/billing_portal/configurations",
  { active: "boolean", is_default: "boolean" },
  ({ world }) => [...world.others.values()].filter(({ object }) => object === "billing_portal.configuration"),
);

const cancelSubscription: Handler = ({ world, form, id }) => {
  readParameters(form, { ...only, invoice_now: "boolean", prorate: "boolean" });
  const found = world.subscriptions.get(id);
  if (!found || isOver(found)) throw missing("subscription", id);
  endSubscription(world, id);
  return found;
};

/** The endpoints of the test double, with Stripe's own paths. */
export const routes: readonly (readonly [method: string, path: RegExp, handle: Handler | Reader])[] = [
  ["POST", /^\/v1\/coupons$/, ({ objects, form }) => objects.createCoupon(form)],
  ["GET", /^\/v1\/coupons\/([^/]+)$/, retrieve("coupon")],
  ["POST", /^\/v1\/promotion_codes$/, ({ objects, form }) => objects.createPromotionCode(form)],
  ["GET", /^\/v1\/promotion_codes\/([^/]+)$/, retrieve("promotion_code")],
  ["POST", /^\/v1\/customers$/, ({ world, form }) => createCustomer(world, form)],
  ["GET", /^\/v1\/customers\/([^/]+)$/, retrieve("customer")],
  ["GET", /^\/v1\/prices$/, listPrices],
  ["POST", /^\/v1\/checkout\/sessions$/, ({ world, form }) => createSession(world, form)],
  ["GET", /^\/v1\/checkout\/sessions$/, listSessions],
  ["POST", /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, ({ world, id }) => expireSession(world, id)],
  ["GET", /^\/v1\/checkout\/sessions\/([^/]+)$/, retrieve("checkout.session")],
  ["GET", /^\/v1\/subscriptions$/, listSubscriptions],
  ["GET", /^\/v1\/subscriptions\/([^/]+)$/, retrieve("subscription")],
  ["DELETE", /^\/v1\/subscriptions\/([^/]+)$/, cancelSubscription],
  ["GET", /^\/v1\/invoices\/([^/]+)$/, retrieve("invoice")],
  ["GET", /^\/v1\/charges\/([^/]+)$/, retrieve("charge")],
  ["GET", /^\/v1\/disputes\/([^/]+)$/, retrieve("dispute")],
  ["POST", /^\/v1\/billing_portal\/configurations$/, ({ world, form }) => createConfiguration(world, form)],
  ["GET", /^\/v1\/billing_portal\/configurations$/, listConfigurations],
  ["POST", /^\/v1\/billing_portal\/sessions$/, ({ world, form }) => createPortal(world, form)],
];
