import type { Page } from "@playwright/test";
import { patienceMs } from "@/scripts/test/patience";
import { readEmails, registerUser } from "../support/app/api-user";
import { type RunningApp, startApp } from "../support/app/running-app";
import {
  advance,
  cancelLater,
  changePrice,
  completeCheckout,
  deliver,
  endSubscription,
  refundCharge,
  type StripeServer,
  startStripe,
} from "../support/stripe";
import { inspect } from "./support/inspect";
import { expect, test as walk } from "./support/walk";

const secret = "whsec_of_the_walk";
const pictures = process.env["BILLING_PICTURES"];

/** The production app with plans on sale through a test double for Stripe. */
const test = walk.extend<{ buyer: Page }, { app: RunningApp; stripe: StripeServer }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      const stripe = await startStripe();
      for (const [plan, cost] of [
        ["starter", 1_900],
        ["agency", 14_900],
        ["enterprise", 49_900],
      ] as const)
        stripe.world.addPlan(plan, cost);
      await use(stripe);
      stripe.stop();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ stripe }, use) => {
      const STRIPE_SECRET_KEY = stripe.apiKey;
      const app = await startApp({
        env: { STRIPE_SECRET_KEY, STRIPE_BASE_URL: stripe.url, STRIPE_WEBHOOK_SECRET: secret, BILLING_TRIAL_DAYS: "0" },
      });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 2 * patienceMs },
  ],
  buyer: async ({ app, page }, use) => {
    const { access_token } = await registerUser(app, "buyer@example.org");
    await page.context().addCookies([{ name: "next-auth.session-token", value: access_token, url: app.url }]);
    await page.route("https://*.stripe.test/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Stripe</title>" }),
    );
    await use(page);
  },
});

const takePictures = async (page: Page, name: string): Promise<void> => {
  if (!pictures) return;
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 1440],
    ["light", 320],
    ["dark", 320],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** On the Free plan, a website's settings say which views and states the plan doesn't include. */
const seeWhatThePlanLeavesOut = async (page: Page, app: RunningApp): Promise<void> => {
  const token = (await page.context().cookies()).find(({ name }) => name === "next-auth.session-token")?.value;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ url: "https://shop.example.org" });
  const added = await fetch(`${app.url}/api/websites/`, { method: "POST", headers, body });
  const { data } = await added.json();
  await inspect(page, `/accessibility/websites/${data.id}/settings`);
  const views = page.getByRole("region", { name: "Views and states" });
  const left = [
    "Also test pages on a phone",
    "Also test forced colours",
    "Also test menus, dialogs, tabs and other parts that open",
  ];
  for (const name of left) {
    await expect(views.getByRole("checkbox", { name })).toBeDisabled();
    await expect(views.getByRole("checkbox", { name })).toHaveAccessibleDescription(/Not included in the Free plan\./);
  }
  await expect(views.getByRole("checkbox", { name: "Also test dark mode" })).toBeEnabled();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved.").first()).toBeVisible();
  await takePictures(page, "settings");
};

test("a customer chooses, changes, cancels and resumes a plan; then a payment fails, and the plan ends @long", async ({
  buyer: page,
  app,
  stripe,
}) => {
  test.slow();
  const { world, objects } = stripe;
  let delivered = 0;
  const deliverEvents = async () => {
    const post = (body: string, headers: Record<string, string>) =>
      fetch(`${app.url}/api/payprov/webhook`, { method: "POST", body, headers });
    for (const event of world.events.slice(delivered)) await deliver(event, post, secret);
    delivered = world.events.length;
  };
  const priceOf = (key: string) => [...world.prices.values()].find(({ lookup_key }) => lookup_key === key)?.id ?? "";

  await inspect(page, "/service/billing");
  await takePictures(page, "free");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText("0 of 1 website used")).toBeVisible();
  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await page.getByRole("radio", { name: "Yearly" }).check({ force: true });
  await expect(page.getByText("€1,490.00 a year")).toBeVisible();
  await page.getByRole("radio", { name: "Monthly" }).check({ force: true });
  await page.getByRole("button", { name: "Choose Agency" }).click();
  await page.waitForURL("https://checkout.stripe.test/**");
  const session = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await page.goto(`${app.url}/service/billing?checkout=failure`);
  await expect(page.getByText("You haven't been charged, and your plan hasn't changed.")).toBeVisible();

  await page.goto(world.get(world.sessions, session).success_url);
  await expect(page.getByText("We're confirming your payment")).toBeVisible();
  await takePictures(page, "waiting");
  completeCheckout(world, objects, session);
  await deliverEvents();
  await expect(page.getByText("Your Agency plan is active.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("rowheader", { name: "Invoice DOUBLE-0001" })).toBeVisible();
  await inspect(page, "/service/billing?checkout=success");
  await takePictures(page, "active");
  await page.getByRole("button", { name: "Change to Enterprise" }).click();
  await page.waitForURL("https://billing.stripe.test/**");

  const { subscription, customer } = world.get(world.sessions, session);
  const id = subscription ?? "";
  changePrice(world, id, priceOf("curbcut_starter_month"));
  await deliverEvents();
  await inspect(page, "/service/billing");
  await expect(
    page.getByRole("heading", { name: /^Your plan will change to Starter, billed monthly, on/ }),
  ).toBeVisible();
  await takePictures(page, "changing");

  refundCharge(world, [...world.charges.keys()][0] ?? "", 500);
  cancelLater(world, id);
  await deliverEvents();
  await inspect(page, "/service/billing");
  await expect(page.getByRole("heading", { name: "Your Agency plan is cancelled" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Refund" })).toBeVisible();
  await takePictures(page, "cancelled");
  cancelLater(world, id, false);

  world.get(world.customers, customer).card = "declines";
  advance(world, 32);
  await deliverEvents();
  await inspect(page, "/service/billing");
  await expect(page.getByRole("heading", { name: "Your last payment failed" })).toBeVisible();
  await expect(page.getByText(/Your Starter plan stays active until/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Pay invoice" })).toBeVisible();
  await takePictures(page, "failed");

  endSubscription(world, id);
  await deliverEvents();
  await page.goto("/service/billing");
  await expect(page.getByRole("button", { name: "Choose Agency" })).toBeVisible();
  await seeWhatThePlanLeavesOut(page, app);

  const subjects = async () => (await readEmails(app)).map(({ subject }) => subject);
  for (const once of [
    /Agency plan is active/,
    /^Your payment of EUR 177.31 was received$/,
    /^Your refund of EUR 5.00 is on its way/,
  ])
    await expect.poll(async () => (await subjects()).filter((subject) => once.test(subject)).length).toBe(1);
});
