import { getDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { type Account, makeAccount, makeOrganisation, signIn } from "../accounts";
import { configure } from "../configure";
import { createRestClient, type Reply, type RestClient, type RestHandler, uniqueAddress } from "../rest-client";
import { completeCheckout } from "./checkout";
import { StripeServer } from "./server";
import type { Card, StripeEvent } from "./shapes";
import { signWebhook } from "./webhooks";

export const webhookPath = "/api/payprov/webhook";

/** An organisation with an owner who pays, and a client signed in as that owner. */
export interface Buyer {
  org_id: string;
  name: string;
  owner: Account;
  client: RestClient;
}

/** The app with a test double for Stripe that sells every plan. */
export class Shop {
  readonly stripe = new StripeServer();
  private readonly poster: RestClient;

  constructor(private readonly rest: RestHandler) {
    const ip = uniqueAddress();
    this.poster = createRestClient(rest, async () => ({ "x-client-ip": ip }));
  }

  async open(): Promise<void> {
    await this.stripe.start();
    this.stripe.world.addPlan("starter", 1_900);
    this.stripe.world.addPlan("agency", 14_900);
    this.stripe.world.addPlan("enterprise", 49_900);
    this.configure();
  }

  /** Configures Stripe in this process, by default with no trial and a grace period of 14 days. */
  configure(given: Parameters<typeof configure>[0] = {}): void {
    const { apiKey, url } = this.stripe;
    configure({
      STRIPE_SECRET_KEY: apiKey,
      STRIPE_BASE_URL: url,
      BILLING_TRIAL_DAYS: 0,
      BILLING_GRACE_DAYS: 14,
      ...given,
    });
  }

  close(): void {
    configure({
      STRIPE_SECRET_KEY: undefined,
      STRIPE_BASE_URL: undefined,
      BILLING_TRIAL_DAYS: 14,
      BILLING_GRACE_DAYS: 14,
    });
    this.stripe.stop();
  }

  async makeBuyer(): Promise<Buyer> {
    const name = `Buyer ${newId()}`;
    const org_id = await makeOrganisation(name);
    const owner = await makeAccount({ org_id, role: "owner" });
    const { access_token } = await signIn(owner);
    const ip = uniqueAddress();
    const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": ip };
    return { org_id, name, owner, client: createRestClient(this.rest, async () => headers) };
  }

  startCheckout({ client }: Buyer, plan = "starter", interval = "month"): Promise<Reply> {
    return client.post("/api/payprov/create-checkout-session/", { plan, interval });
  }

  /**
   * Buys a plan as a person does. Returns the events that Stripe sends about the purchase, and the ids of its objects.
   */
  async buy(buyer: Buyer, plan = "starter", interval = "month", card: Card = "good") {
    const since = this.stripe.world.events.length;
    const { data } = await this.startCheckout(buyer, plan, interval);
    const { world, objects } = this.stripe;
    world.get(world.customers, world.get(world.sessions, data.session_id).customer).card = card;
    completeCheckout(world, objects, data.session_id);
    const session = world.get(world.sessions, data.session_id);
    const { subscription, customer } = session;
    return { session: session.id, customer, subscription: subscription ?? "", events: world.events.slice(since) };
  }

  /** Posts an event as Stripe does. */
  post(event: StripeEvent | object, ahead = 0): Promise<Reply> {
    const body = JSON.stringify(event, null, 2);
    return this.poster.post(webhookPath, body, signWebhook(body, { secret: env.STRIPE_WEBHOOK_SECRET ?? "", ahead }));
  }

  /** Posts the events that Stripe has emitted since `since`, one after the other. */
  async sendEventsSince(since: number): Promise<void> {
    for (const event of this.stripe.world.events.slice(since)) await this.post(event);
  }

  /** Returns everything stored about a buyer, except our own ids and times. */
  async stateOf({ org_id, name, owner }: Buyer) {
    const { prisma } = await getDatabase();
    const where = { org_id };
    const emails = await prisma.emailMessage.findMany({ where: { to: owner.email }, select: { template: true } });
    const chats = await prisma.outboxEvent.findMany({ where: { name: "chat/queued" } });
    const texts = chats.map(({ data }) => (data as { text: string }).text).filter((text) => text.startsWith(name));
    return {
      plan: (await prisma.organisation.findUniqueOrThrow({ where: { id: org_id } })).plan,
      subscription: await prisma.subscription.findUnique({
        where,
        omit: { org_id: true, read_at: true, created_at: true, updated_at: true },
      }),
      purchases: await prisma.userPlanPurchase.findMany({ where, omit: { id: true, created_at: true, org_id: true } }),
      transactions: await prisma.billingTransaction.findMany({
        where,
        orderBy: { provider_id: "asc" },
        omit: { id: true, created_at: true, org_id: true },
      }),
      emails: emails.map(({ template }) => template).toSorted(),
      chats: texts.map((text) => text.slice(name.length + 2)).toSorted(),
    };
  }
}
