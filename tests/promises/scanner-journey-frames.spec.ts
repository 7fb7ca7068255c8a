import { createScanEngine } from "@/server/scanner/engine";
import { createMembersSite, PASSWORD, USER } from "../support/scanner/members-site";
import { expect, scanJourneys, test } from "../support/scanner/scan";
import { type Answer, serveSite, soundPage, type TestSite } from "../support/scanner/serve-site";
import { createShopSite } from "../support/scanner/shop-site";

/** Runs a test with an engine that is allowed to access any origin, so that frames can be from another website. */
const withSites = async (
  use: (parts: {
    engine: Awaited<ReturnType<typeof createScanEngine>>;
    serve: (pages: (origin: string) => Record<string, Answer>, host?: string) => Promise<TestSite>;
  }) => Promise<void>,
): Promise<void> => {
  const sites: TestSite[] = [];
  const engine = await createScanEngine({ privateHosts: ["*"], pageTimeoutMs: 60_000 });
  try {
    await use({
      engine,
      serve: async (pages, host) => {
        const site = await serveSite(pages, host);
        sites.push(site);
        return site;
      },
    });
  } finally {
    await engine.close();
    for (const site of sites) await site.close();
  }
};

const click = (name: string, frame: object, more: object = {}) => ({
  action: "click",
  element: { role: "button", name, frame },
  ...more,
});
const scan = (name: string) => ({ action: "scan", name });

const inner = `<p><label>Card <input></label> <button type="button" onclick="parent.postMessage('go', '*')">Go on</button></p>`;
const outer = (src: string) => `<iframe title="Payment details" src="${src}"></iframe>
  <iframe id="other" srcdoc="<p><button>Go on</button></p>"></iframe>
  <p id="told"></p><script>onmessage = () => { told.textContent = "The frame has answered."; };</script>`;
const answered = { action: "wait_for_text", text: "The frame has answered.", timeout_seconds: 2 };

test("finds frames from the same or another website by name or selector, and uses the elements in them @long", async () => {
  await withSites(async ({ engine, serve }) => {
    const foreign = await serve(() => ({ "*": soundPage(inner) }), "127.0.0.2");
    for (const src of ["/inner", `${foreign.origin}/inner`]) {
      const site = await serve(() => ({ "/": soundPage(outer(src)), "/inner": soundPage(inner) }));
      for (const frame of [{ name: "Payment details" }, { name: "payment" }, { css: "iframe[title]" }]) {
        const fill = { action: "fill", element: { label: "Card", frame }, text: "4242", hide: false };
        const steps = [fill, click("Go on", frame), answered, scan("end")];
        const { reached } = await scanJourneys(engine, site.origin, [{ name: "Frames", steps }], { max_pages: 2 });
        expect(reached["end"]?.error, JSON.stringify({ src, frame })).toBeNull();
      }
    }
  });
});

test("reports an error if no frame matches, or if more than one does @long", async ({ engine, serve }) => {
  const site = await serve(() => ({ "/": soundPage(outer("/inner")), "/inner": soundPage(inner) }));
  const messages: [object, string][] = [
    [{ name: "Advert" }, "click button “Go on” in frame “Advert”) failed: No visible frame matches."],
    [{ css: "iframe" }, "2 frames match."],
    [{ css: "p" }, "No visible frame matches."],
    [{ css: "iframe[" }, "The CSS selector isn't valid."],
  ];
  for (const [frame, message] of messages) {
    const steps = [click("Go on", frame, { timeout_seconds: 1 }), scan("end")];
    const { reached } = await scanJourneys(engine, site.origin, [{ name: "Frames", steps }], { max_pages: 2 });
    expect(reached["end"]?.error?.message).toContain(message);
  }
});

const pressEnter = { action: "press", key: "Enter" };
const risky: [string, string, object[]][] = [
  ["a payment button", `<p><button>Pay now</button></p>`, [click("Pay now", { name: "Payment" })]],
  [
    "a script that posts an order",
    `<p><button onclick="fetch('/api/orders', { method: 'POST' })">Go on</button></p>`,
    [click("Go on", { name: "Payment" })],
  ],
  [
    "Enter on a button that has focus",
    `<p><button type="button" onclick="this.nextElementSibling.focus()">Go on</button><button onclick="fetch('/x', { method: 'POST' })">Pay now</button></p>`,
    [click("Go on", { name: "Payment" }), pressEnter],
  ],
];
for (const [title, body, steps] of risky)
  test(`a journey is stopped by ${title} in a frame from another website`, async () => {
    await withSites(async ({ engine, serve }) => {
      const shop = createShopSite({ "/": soundPage(body), "*": soundPage("") });
      const foreign = await serve(() => shop.answers, "127.0.0.2");
      const site = await serve(() => ({ "/": soundPage(outer(foreign.origin)) }));
      const journey = { name: "Risk", steps: [...steps, scan("end")] };
      const { reached } = await scanJourneys(engine, site.origin, [journey], { max_pages: 2 });
      expect(reached["end"]?.error?.message).toContain(`add "pay" to the step's allow`);
      expect(shop.posted).toEqual([]);
    });
  });

test("enters the sign-in's password only in frames from the sign-in's origins @long", async () => {
  await withSites(async ({ engine, serve }) => {
    const field = soundPage(`<p><label>Password <input type="password"></label></p>`);
    const foreign = await serve(() => ({ "*": field }), "127.0.0.2");
    for (const isOwn of [true, false]) {
      const members = createMembersSite();
      const site = await serve(() => ({
        ...members.answers,
        "/framed": soundPage(`<iframe title="Confirm" src="${isOwn ? "/field" : `${foreign.origin}/field`}"></iframe>`),
        "/field": field,
      }));
      const method = { kind: "form" as const, url: `${site.origin}/sign-in`, user_name: USER, password: PASSWORD };
      const fill = { action: "fill", element: { label: "Password", frame: { name: "Confirm" } }, secret: "password" };
      const journey = { name: "Confirm", steps: [{ action: "go_to", url: "/framed" }, fill, scan("end")] };
      const signIn = { origins: [site.origin], method };
      const { reached } = await scanJourneys(engine, site.origin, [journey], { max_pages: 2, signIn });
      if (isOwn) expect(reached["end"]?.error).toBeNull();
      else expect(reached["end"]?.error?.message).toContain(`only on its own origins, not on ${foreign.origin}`);
    }
  });
});

test("doesn't enter the sign-in's password if another page replaces the field's page while the step waits @long", async () => {
  await withSites(async ({ engine, serve }) => {
    const field = (more: string, script: string) =>
      soundPage(`<p><label>Password <input type="password" ${more}></label></p><script>${script}</script>`);
    const foreign = await serve(
      () => ({ "/field": field(`oninput="fetch('/entered')"`, ""), "/entered": "" }),
      "127.0.0.2",
    );
    const members = createMembersSite();
    const site = await serve(() => ({
      ...members.answers,
      "/framed": soundPage(`<iframe title="Confirm" src="/field"></iframe>`),
      "/field": field("disabled", `setTimeout(() => { location = "${foreign.origin}/field"; }, 4000);`),
    }));
    const method = { kind: "form" as const, url: `${site.origin}/sign-in`, user_name: USER, password: PASSWORD };
    const element = { label: "Password", frame: { name: "Confirm" } };
    const fill = { action: "fill", element, secret: "password", timeout_seconds: 20 };
    const journey = { name: "Confirm", steps: [{ action: "go_to", url: "/framed" }, fill, scan("end")] };
    const signIn = { origins: [site.origin], method };
    const { reached } = await scanJourneys(engine, site.origin, [journey], { max_pages: 2, signIn });
    expect(reached["end"]?.error?.message).toContain("Step 2 (fill field “Password” in frame “Confirm”) failed");
    expect(foreign.hits).toEqual(["/field"]);
  });
});
