import { newStripeId } from "./objects";
import type {
  StripeCharge,
  StripeCustomer,
  StripeEvent,
  StripeInvoice,
  StripeObject,
  StripePrice,
  StripeSession,
  StripeState,
  StripeSubscription,
} from "./shapes";
import { show } from "./show";

export const daySeconds = 86_400;

/** All data about the subscriptions of one account, and the account's clock. */
export class StripeWorld implements StripeState {
  readonly customers = new Map<string, StripeCustomer>();
  readonly prices = new Map<string, StripePrice>();
  readonly sessions = new Map<string, StripeSession>();
  readonly subscriptions = new Map<string, StripeSubscription>();
  readonly invoices = new Map<string, StripeInvoice>();
  readonly charges = new Map<string, StripeCharge>();
  /** Payment intents, schedules, refunds, disputes, portal configurations and sessions. */
  readonly others = new Map<string, StripeObject>();
  readonly events: StripeEvent[] = [];
  /** Status of a subscription whose invoice is still unpaid after all retries. */
  afterRetries: "canceled" | "unpaid" | "past_due" = "canceled";
  /** Unix seconds; changed only by `advance`. */
  now = Math.floor(Date.now() / 1_000);

  /** Returns any object by its id. */
  find(id: string): StripeObject | undefined {
    const places = [this.customers, this.prices, this.sessions, this.subscriptions, this.invoices, this.charges];
    for (const place of [...places, this.others]) {
      const found = (place as Map<string, unknown>).get(id);
      if (found) return show(this, found as StripeObject);
    }
    return undefined;
  }

  /** Returns an object by its id; throws if there is none. */
  get<Kept>(place: Map<string, Kept>, id: string): Kept {
    const found = place.get(id);
    if (!found) throw new Error(`The double has no ${id}`);
    return found;
  }

  /** Emits an event about an object in its current state. */
  emit(type: string, id: string): void {
    this.events.push({
      id: newStripeId("evt"),
      object: "event",
      api_version: "2026-10-28.endive",
      created: this.now,
      livemode: false,
      type,
      data: { object: structuredClone(this.find(id) ?? {}) },
    });
  }

  /** Adds prices for a plan, with the lookup keys `curbcut_<plan>_month` and `curbcut_<plan>_year`. */
  addPlan(plan: string, month: number, year = month * 10, currency = "eur"): void {
    const product = newStripeId("prod");
    for (const [interval, unit_amount] of [
      ["month", month],
      ["year", year],
    ] as const)
      this.addPrice({ lookup_key: `curbcut_${plan}_${interval}`, product, unit_amount, currency, interval });
  }

  addPrice(
    given: Pick<StripePrice, "lookup_key" | "product" | "unit_amount" | "currency"> & { interval: "month" | "year" },
  ): StripePrice {
    const { interval, ...rest } = given;
    const id = newStripeId("price");
    const price: StripePrice = {
      id,
      object: "price",
      active: true,
      recurring: { interval, interval_count: 1 },
      ...rest,
    };
    this.prices.set(id, price);
    return price;
  }
}
