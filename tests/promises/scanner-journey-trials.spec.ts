import { JourneyTrialRequest, type JourneyTrialResult, type SignInInput } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { createJourneyTrial } from "@/server/scanner/journeys/try-journey";
import { createMembersSite, PASSWORD, USER } from "../support/scanner/members-site";
import { expect, test } from "../support/scanner/scan";
import { type Answer, soundPage } from "../support/scanner/serve-site";
import { createShopSite } from "../support/scanner/shop-site";

const click = (name: string, more: object = {}) => ({ action: "click", element: { role: "button", name }, ...more });
const scan = (name: string) => ({ action: "scan", name });

const tryJourney = (
  engine: ScanEngine,
  website_url: string,
  steps: object[],
  sign_in?: SignInInput,
): Promise<JourneyTrialResult> =>
  createJourneyTrial(engine)(
    JourneyTrialRequest.parse({ website_url, journey: { name: "Trial", steps }, ...(sign_in ? { sign_in } : {}) }),
  );

/** A page whose button is named in the language that the browser asks for. */
const translated: Answer = ({ headers }, response) => {
  const isGerman = headers["accept-language"]?.startsWith("de") === true;
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(soundPage(`<p><button>${isGerman ? "Weiter" : "Continue"}</button></p>`));
};

const outcomes = ({ steps }: JourneyTrialResult) => steps.map(({ number, outcome }) => [number, outcome]);

test("performs the steps of a journey and shows where it ended, but not the text that it entered @long", async ({
  engine,
  serve,
}) => {
  const shop = createShopSite();
  const site = await serve(() => shop.answers);
  const fill = { action: "fill", element: { label: "Full name" }, text: "Ada Larch" };
  const steps = [click("Add to basket"), scan("basket"), fill, click("Continue"), scan("delivery")];
  const trial = await tryJourney(engine, `${site.origin}/`, steps);
  expect(trial).toMatchObject({ outcome: "done", message: "All steps worked.", url: `${site.origin}/delivery` });
  expect(outcomes(trial)).toEqual([null, 1, 2, 3, 4, 5].map((number) => [number, "done"]));
  expect(shop.posted).toEqual(["POST /basket ", "POST /delivery name=Ada+Larch"]);
  expect(trial.steps.map(({ picture }) => picture !== null)).toEqual([false, false, true, false, false, false]);
  expect(Buffer.byteLength(trial.steps[2]?.picture?.data ?? "", "base64")).toBeLessThanOrEqual(40_000);
  expect(trial.picture?.data.length).toBeGreaterThan(100);
  expect(JSON.stringify({ ...trial, picture: null })).not.toContain("Ada");
  for (const { duration_ms } of trial.steps) expect(duration_ms).toBeGreaterThanOrEqual(0);
});

test("performs the steps in the language of the website's audits @long", async ({ engine, serve }) => {
  const site = await serve(() => ({ "/": translated }));
  const journey = { name: "Trial", steps: [click("Weiter"), scan("next")] };
  const request = { website_url: `${site.origin}/`, journey, language: "de" };
  const trial = await createJourneyTrial(engine)(JourneyTrialRequest.parse(request));
  expect(trial.outcome).toBe("done");
});

test("says which step failed and why, and performs no further steps @long", async ({ engine, serve }) => {
  const shop = createShopSite();
  const site = await serve(() => shop.answers);
  const steps = [click("Gone", { timeout_seconds: 1 }), click("Add to basket"), scan("basket")];
  const trial = await tryJourney(engine, `${site.origin}/`, steps);
  expect(trial).toMatchObject({ outcome: "failed", url: `${site.origin}/` });
  expect(trial.steps[1]).toMatchObject({
    number: 1,
    action: "click",
    description: "click button “Gone”",
    outcome: "failed",
    message: "No visible element matches.",
  });
  expect(outcomes(trial).slice(2)).toEqual([
    [2, "not_performed"],
    [3, "not_performed"],
  ]);
  expect(trial.picture?.data.length).toBeGreaterThan(100);
  expect(shop.posted).toEqual([]);
});

test("makes a payment only if the step allows it @long", async ({ engine, serve }) => {
  for (const allow of [undefined, ["pay"]]) {
    const shop = createShopSite({
      "/": soundPage(`<form method="post" action="/orders"><button>Pay now</button></form>`),
    });
    const site = await serve(() => shop.answers);
    const trial = await tryJourney(engine, `${site.origin}/`, [click("Pay now", allow ? { allow } : {}), scan("end")]);
    expect(trial.outcome).toBe(allow ? "done" : "failed");
    expect(shop.posted.length).toBe(allow ? 1 : 0);
  }
});

test("signs in first, and gives the reason if signing in fails @long", async ({ engine, serve }) => {
  const members = createMembersSite();
  const site = await serve(() => members.answers);
  const method = { kind: "form" as const, url: `${site.origin}/sign-in`, user_name: USER };
  const signIn = (password: string) => ({ origins: [site.origin], method: { ...method, password } });
  const steps = [{ action: "go_to", url: "/account" }, scan("account")];
  const good = await tryJourney(engine, `${site.origin}/`, steps, signIn(PASSWORD));
  expect(good).toMatchObject({ outcome: "done", url: `${site.origin}/account` });
  const bad = await tryJourney(engine, `${site.origin}/`, steps, signIn("wrong-password"));
  expect(bad).toMatchObject({ outcome: "not_started", url: null, picture: null });
  expect(bad.message).toContain("rejected the sign-in");
  expect(outcomes(bad)).toEqual([
    [1, "not_performed"],
    [2, "not_performed"],
  ]);
});

test("reports a website that can't be opened", async ({ engine }) => {
  const trial = await tryJourney(engine, "http://127.0.0.1:9/", [scan("start")]);
  expect(trial).toMatchObject({ outcome: "not_started", message: expect.stringContaining("couldn't be reached") });
});

test("ends at its time limit, reports this, and performs no further steps @long", async ({ engine, serve }) => {
  const shop = createShopSite();
  const site = await serve(() => shop.answers);
  const wait = { action: "wait_for_url", url: "/*", timeout_seconds: 1 };
  const slow = { action: "wait_for_text", text: "Never", timeout_seconds: 30 };
  const late = createJourneyTrial(engine, 3);
  const journey = { name: "Trial", steps: [wait, slow, click("Add to basket"), scan("basket")] };
  const trial = await late(JourneyTrialRequest.parse({ website_url: `${site.origin}/`, journey }));
  expect(trial).toMatchObject({ outcome: "timed_out", message: expect.stringContaining("time limit of 3 seconds") });
  expect(outcomes(trial)).toEqual([
    [null, "done"],
    [1, "done"],
    [2, "failed"],
    [3, "not_performed"],
    [4, "not_performed"],
  ]);
  expect(trial.picture?.data.length).toBeGreaterThan(100);
  expect(shop.posted).toEqual([]);
});
