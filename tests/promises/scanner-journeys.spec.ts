import { Journey } from "@/server/scanner/contract";
import { runJourney } from "@/server/scanner/journeys/run-journey";
import { createMembersSite, PASSWORD, USER } from "../support/scanner/members-site";
import { expect, scanJourneys, test } from "../support/scanner/scan";
import { redirectTo, soundPage } from "../support/scanner/serve-site";
import { createShopSite } from "../support/scanner/shop-site";

const click = (name: string, more: object = {}) => ({ action: "click", element: { role: "button", name }, ...more });
const fill = (label: string, text: string, more: object = {}) => ({
  action: "fill",
  element: { label },
  text,
  ...more,
});
const scan = (name: string) => ({ action: "scan", name });
const rulesOf = (page: { axe: { violations: { rule_id: string }[] } | null } | undefined) =>
  page?.axe?.violations.map(({ rule_id }) => rule_id) ?? null;

test("scans pages behind forms and gives each its own name @long", async ({ engine, serve }) => {
  const shop = createShopSite();
  const site = await serve(() => shop.answers);
  const steps = [
    click("Add to basket"),
    scan("basket"),
    fill("Full name", "Ada Larch"),
    click("Continue"),
    scan("delivery"),
  ];
  const { reached, pages, summary, progress } = await scanJourneys(engine, site.origin, [{ name: "Checkout", steps }]);
  expect(reached["basket"]).toMatchObject({
    title: "Checkout: basket",
    url: `${site.origin}/#/journeys/Checkout/basket`,
    journey: { journey: "Checkout", page: "basket", url: `${site.origin}/basket` },
    http_status: 200,
    error: null,
    performance: null,
  });
  expect(rulesOf(reached["basket"])).toEqual([]);
  expect(rulesOf(reached["delivery"])).toEqual(["image-alt"]);
  expect(shop.posted).toEqual(["POST /basket ", "POST /delivery name=Ada+Larch"]);
  // The start page, and the two pages of the journey.
  expect(pages).toHaveLength(3);
  expect(summary).toEqual({ pages_total: 3, pages_done: 3, pages_failed: 0 });
  expect(progress.at(-1)?.pages_total).toBe(3);
});

test("finds elements by label, text, test ID and selector, and picks one of several matches by its number @long", async ({
  engine,
  serve,
}) => {
  const boxes = `<p><label><input type="checkbox" onchange="log('label')"> Gift wrap</label></p>
    <p onclick="log('text')">More choices</p><div data-testid="box" onclick="log('test')">Box</div>
    <p class="odd" onclick="log('css')">Odd</p><button onclick="log('first')">Same</button>
    <button onclick="log('second')">Same</button><p><label>Size <select onchange="log(this.value)"><option value="s">Small
    <option value="l">Large</select></label></p><p><label>Note <input onkeydown="log(event.key)"></label></p>
    <p id="done"></p><script>const log = (what) => { done.textContent += what + " "; };</script>`;
  const site = await serve(() => ({ "/": soundPage(boxes) }));
  const steps = [
    { action: "click", element: { label: "Gift wrap" } },
    { action: "click", element: { text: "More choices" } },
    { action: "click", element: { test_id: "box" } },
    { action: "click", element: { role: "button", name: "Gone", css: ".odd" } },
    { action: "click", element: { name: "Same", nth: 2 } },
    { action: "select", element: { label: "Size" }, option: "Large" },
    { action: "press", element: { label: "Note" }, key: "Escape" },
    { action: "wait_for_text", text: "label text test css second l Escape" },
    scan("end"),
  ];
  const { reached } = await scanJourneys(engine, site.origin, [{ name: "Ways", steps }]);
  expect(reached["end"]?.error ?? null).toBeNull();
});

const failing: [string, object[], string][] = [
  [
    "an element that isn't there",
    [click("Gone", { timeout_seconds: 1 })],
    "Step 1 (click button “Gone”) failed: No visible element matches.",
  ],
  [
    "an element that isn't unique",
    [{ action: "click", element: { role: "button" }, timeout_seconds: 1 }],
    "2 elements match",
  ],
  [
    "text that doesn't appear",
    [{ action: "wait_for_text", text: "Never", timeout_seconds: 1 }],
    "didn't show the text",
  ],
  [
    "a URL that isn't reached",
    [{ action: "wait_for_url", url: "/never", timeout_seconds: 1 }],
    "didn't change to the expected one",
  ],
  ["a page with an error status", [{ action: "go_to", url: "/gone" }], "responded with status 404"],
  ["a page on another website", [{ action: "go_to", url: "http://localhost:1/" }], "failed"],
];
for (const [title, steps, message] of failing)
  test(`names the step that failed because of ${title}, and continues with other pages @long`, async ({
    engine,
    serve,
  }) => {
    const site = await serve(() => createShopSite().answers);
    const screenshots = { max_height: 1_000, max_bytes: 100_000 };
    const journeys = [
      { name: "Broken", steps: [...steps, scan("one"), scan("two")] },
      { name: "Sound", steps: [scan("start")] },
    ];
    const { reached, byPath, summary } = await scanJourneys(engine, site.origin, journeys, { screenshots });
    expect(reached["one"]?.error).toMatchObject({ code: "journey_failed", message: expect.stringContaining(message) });
    expect(reached["one"]?.screenshot?.data.length).toBeGreaterThan(100);
    expect(reached["two"]).toMatchObject({ title: "Broken: two", error: { code: "journey_failed" } });
    expect(reached["two"]?.screenshot).toBeUndefined();
    expect(reached["start"]?.error).toBeNull();
    expect(byPath["/"]).toBeDefined();
    expect(summary).toEqual({ pages_total: 4, pages_done: 4, pages_failed: 2 });
  });

const payment = [fill("Full name", "Ada Larch"), click("Continue"), click("Continue to payment")];

test("doesn't click a payment button unless the step allows it @long", async ({ engine, serve }) => {
  for (const allow of [undefined, ["send"], ["pay"]]) {
    const shop = createShopSite();
    const site = await serve(() => shop.answers);
    const steps = [...payment, click("Pay now", allow ? { allow } : {}), scan("end")];
    const { reached } = await scanJourneys(engine, site.origin, [{ name: "Pay", steps }]);
    const hasPaid = shop.posted.some((each) => each.startsWith("POST /orders"));
    if (allow?.includes("pay")) expect(reached["end"]?.error).toBeNull();
    else expect(reached["end"]?.error?.message).toContain(`add "pay" to the step's allow`);
    expect(hasPaid).toBe(allow?.includes("pay") ?? false);
  }
});

const risky: [string, string, object, string][] = [
  ["a sign-out link", `<p><a href="/bye">Log out</a></p>`, { action: "click", element: { role: "link" } }, "sign_out"],
  [
    "a link whose URL deletes something",
    `<p><a href="/items/7/delete">Tidy up</a></p>`,
    { action: "click", element: { role: "link" } },
    "delete",
  ],
  [
    "a form that posts a message",
    `<form method="post" action="/contact"><button>Go on</button></form>`,
    click("Go on"),
    "send",
  ],
  [
    "Enter in a payment form",
    `<form method="post" action="/next"><label>Code <input name="c"></label><button>Jetzt kaufen</button></form>`,
    { action: "press", element: { label: "Code" }, key: "Enter" },
    "pay",
  ],
  [
    "a script that sends DELETE",
    `<button onclick="fetch('/items/7', { method: 'DELETE' })">Go on</button>`,
    click("Go on"),
    "delete",
  ],
  [
    "a script that deletes something with GET",
    `<button onclick="fetch('/items/7/delete')">Go on</button>`,
    click("Go on"),
    "delete",
  ],
  [
    "a script that sends DELETE and calls it a prefetch",
    `<button onclick="fetch('/items/7', { method: 'DELETE', headers: { 'X-Purpose': 'prefetch' } })">Go on</button>`,
    click("Go on"),
    "delete",
  ],
  [
    "a script that posts an order",
    `<button onclick="fetch('/api/orders', { method: 'POST' })">Go on</button>`,
    click("Go on"),
    "pay",
  ],
  [
    "a dropdown whose script posts a message",
    `<label>Size <select onchange="fetch('/messages', { method: 'POST' })"><option>S<option>L</select></label>`,
    { action: "select", element: { label: "Size" }, option: "L" },
    "send",
  ],
  ["a sign-out URL", "", { action: "go_to", url: "/logout" }, "sign_out"],
];
for (const [title, body, step, kind] of risky)
  test(`a journey is stopped by ${title} @long`, async ({ engine, serve }) => {
    const shop = createShopSite({ "/": soundPage(body), "*": soundPage("") });
    const site = await serve(() => shop.answers);
    const { reached } = await scanJourneys(engine, site.origin, [{ name: "Risk", steps: [step, scan("end")] }], {
      max_pages: 2,
    });
    expect(reached["end"]?.error?.message).toContain(`add "${kind}" to the step's allow`);
    expect(shop.posted).toEqual([]);
    expect(shop.visited.filter((path) => /bye|delete|logout/.test(path))).toEqual([]);
  });

test("aborts the prefetch of a link that deletes something, and continues @long", async ({ engine, serve }) => {
  const prefetch = `fetch('/items/7/delete', { headers: { 'Next-Router-Prefetch': '1' } }).catch(() => p.append('no'))`;
  const shop = createShopSite({ "/": soundPage(`<p id="p"></p><button onclick="${prefetch}">Go on</button>`) });
  const site = await serve(() => shop.answers);
  const steps = [click("Go on"), scan("end")];
  const { reached } = await scanJourneys(engine, site.origin, [{ name: "Prefetch", steps }]);
  expect(reached["end"]?.error).toBeNull();
  expect(shop.visited).not.toContain("/items/7/delete");
});

test("clicks harmless buttons and links whose names resemble those of risky ones @long", async ({ engine, serve }) => {
  const body = `<p><a href="/delivery">Payment and delivery</a></p>`;
  const shop = createShopSite({ "/": soundPage(body) });
  const site = await serve(() => shop.answers);
  const steps = [
    { action: "click", element: { role: "link", name: "Payment and delivery" } },
    click("Continue to payment"),
    scan("end"),
  ];
  const { reached } = await scanJourneys(engine, site.origin, [{ name: "Harmless", steps }]);
  expect(reached["end"]?.error).toBeNull();
});

test("masks the text that journeys enter, in results and in messages @long", async ({ engine, serve }) => {
  const body = `<p><label>Name <input oninput="p.innerHTML = '<img src=/x.png> Hello ' + this.value; p.firstChild.id = this.value"></label></p><p id="p"></p>`;
  const site = await serve(() => ({ "/": soundPage(body) }));
  const steps = (more: object) => [fill("Name", "Wilhelmina", more), scan("end")];
  const hidden = await scanJourneys(engine, site.origin, [{ name: "Hidden", steps: steps({}) }]);
  expect(rulesOf(hidden.reached["end"])).toEqual(["image-alt"]);
  expect(JSON.stringify(hidden.pages)).not.toContain("Wilhelmina");
  const shown = await scanJourneys(engine, site.origin, [{ name: "Shown", steps: steps({ hide: false }) }]);
  expect(JSON.stringify(shown.pages)).toContain("Wilhelmina");
});

test("gives each journey its own session @long", async ({ engine, serve }) => {
  const body = `<p id="p"></p><script>
    p.textContent = document.cookie.includes("seen=1") || localStorage.seen ? "seen before" : "a new visitor";
    document.cookie = "seen=1"; localStorage.seen = "1";</script>`;
  const site = await serve(() => ({ "/": soundPage(body) }));
  const steps = [{ action: "wait_for_text", text: "a new visitor", timeout_seconds: 1 }, scan("end")];
  const { reached } = await scanJourneys(engine, site.origin, [
    { name: "One", steps },
    { name: "Two", steps },
  ]);
  expect(reached["end"]?.error).toBeNull();
});

test("keeps the pages of journeys within the audit's page limit @long", async ({ engine, serve }) => {
  const links = ["a", "b", "c", "d"].map((name) => `<a href="/${name}">Page ${name}</a>`).join(" ");
  const site = await serve(() => ({ "/": soundPage(links), "*": soundPage("") }));
  const journeys = [
    { name: "Fits", steps: [scan("one"), scan("two")] },
    { name: "Too long", steps: [scan("three"), scan("four")] },
  ];
  const { reached, pages } = await scanJourneys(engine, site.origin, journeys, { max_pages: 4 });
  expect(reached["two"]?.error).toBeNull();
  expect(reached["three"]?.error?.message).toContain("page limit");
  expect(pages.filter(({ error }) => error === null)).toHaveLength(4);
});

test("continues with a journey's undelivered pages, but doesn't repeat any step that may change something @long", async ({
  engine,
  serve,
}) => {
  const shop = createShopSite();
  const site = await serve(() => shop.answers);
  const id = (journey: string, page: string) => `${site.origin}/#/journeys/${journey}/${page}`;
  const journeys = [
    { name: "Done", steps: [scan("one")] },
    { name: "Half", steps: [scan("first"), click("Add to basket"), scan("second")] },
    { name: "Paid", steps: [...payment, click("Pay now", { allow: ["pay"] }), scan("end")] },
  ];
  const { reached, summary, byPath } = await scanJourneys(engine, site.origin, journeys, {
    skip_urls: [id("Done", "one"), id("Half", "first")],
    known_urls: [id("Done", "one"), id("Half", "first"), id("Half", "second"), id("Paid", "end")],
    pages_done: 2,
  });
  expect(Object.keys(reached).sort()).toEqual(["end", "second"]);
  expect(reached["second"]?.error).toBeNull();
  expect(reached["end"]?.error?.message).toContain("isn't repeated");
  expect(shop.posted).toEqual(["POST /basket "]);
  // The start page isn't mistaken for one of the skipped pages.
  expect(byPath["/"]).toBeDefined();
  expect(summary).toEqual({ pages_total: 5, pages_done: 5, pages_failed: 1 });
});

test("uses the website's sign-in, and enters its password only where the sign-in may be used @long", async ({
  engine,
  serve,
}) => {
  const confirm = `<form method="post" action="/confirmed"><p><label>Your password <input type="password" name="again"></label></p><p><button>Confirm</button></p></form>`;
  const members = createMembersSite({ pages: { "/confirm": soundPage(confirm) } });
  const site = await serve(() => ({
    ...members.answers,
    "/confirmed": (request, response) => {
      let text = "";
      request.on("data", (part) => {
        text += String(part);
      });
      request.on("end", () => {
        const body = soundPage(`<p id="p">${new URLSearchParams(text).get("again")}</p><p><img src="/x.png"></p>`);
        response.writeHead(200, { "content-type": "text/html" }).end(body);
      });
    },
  }));
  const steps = [
    { action: "go_to", url: "/confirm" },
    { action: "fill", element: { label: "Your password" }, secret: "password" },
    click("Confirm"),
    scan("end"),
  ];
  const signIn = {
    origins: [site.origin],
    method: { kind: "form" as const, url: `${site.origin}/sign-in`, user_name: USER, password: PASSWORD },
  };
  const { reached, pages } = await scanJourneys(engine, site.origin, [{ name: "Confirm", steps }], { signIn });
  expect(reached["end"]?.error).toBeNull();
  expect(rulesOf(reached["end"])).toEqual(["image-alt"]);
  expect(JSON.stringify(pages)).not.toContain("Correct-Horse");
  // The scanner signed in to the website only once, because the journey's session is a copy of the audit's.
  expect(members.attempts).toEqual(["signed in"]);
  const without = await scanJourneys(engine, site.origin, [
    {
      name: "Confirm",
      steps: [
        { action: "go_to", url: "/sign-in" },
        { action: "fill", element: { label: "Password" }, secret: "password" },
        scan("end"),
      ],
    },
  ]);
  expect(without.reached["end"]?.error?.message).toContain("no sign-in with a username and a password");
});

test("tests a template's states on a page that can be opened without a journey @long", async ({ engine, serve }) => {
  const page = soundPage("<details><summary>Delivery</summary><p><button></button></p></details>");
  const site = await serve(() => ({ "/": page }));
  const journeys = [{ name: "Visit", steps: [scan("start")] }];
  const options = { states: true, depth: "full" as const };
  const { reached, byPath } = await scanJourneys(engine, site.origin, journeys, options);
  expect(reached["start"]?.template).toBe(byPath["/"]?.template);
  expect(reached["start"]?.states).toBeUndefined();
  expect(byPath["/"]?.states?.found).toHaveLength(1);
});

test("if a page navigates to another website while it is being scanned, doesn't deliver findings on that website @long", async ({
  engine,
  serve,
}) => {
  const foreign = await serve(() => ({ "*": soundPage('<button type="button"></button>') }));
  const moving = `<p style="animation: slide 20s linear infinite">Moving</p>
    <style>@keyframes slide { to { translate: 300px } }</style>
    <script>onload = () => setTimeout(() => { location.href = "${foreign.origin}/landing"; }, 3_000);</script>`;
  const site = await serve(() => ({ "/": soundPage("<p>Start.</p>"), "/moves": soundPage(moving) }));
  const journeys = [{ name: "Leave", steps: [{ action: "go_to", url: "/moves" }, scan("end")] }];
  const { reached } = await scanJourneys(engine, site.origin, journeys, { depth: "full", views: [] });
  expect(foreign.hits).toContain("/landing");
  const end = reached["end"];
  const message = end?.error?.message ?? `the page moved to another URL: ${foreign.origin}/landing`;
  expect(message).toContain(`the page moved to another URL: ${foreign.origin}/landing`);
  expect(end?.axe?.violations.map(({ rule_id }) => rule_id) ?? []).not.toContain("button-name");
});

test("doesn't scan another website's page while the browser still reports the previous URL", async ({
  engine,
  serve,
}) => {
  const foreign = await serve(() => ({ "*": soundPage("<p>Another website</p>") }));
  const site = await serve(() => ({ "/": redirectTo(foreign.origin) }));
  const session = engine.browsers.openSession("desktop");
  const scanned: string[] = [];
  const work = session.withTab(
    (tab) => {
      const page = Object.create(tab.page, { url: { value: () => site.origin } });
      const world = {
        websiteUrl: site.origin,
        isOwn: (url: string) => url.startsWith(site.origin),
        signIn: null,
        pageTimeoutMs: 20_000,
        signal: AbortSignal.timeout(60_000),
        scan: async (_tab: unknown, name: string) => void scanned.push(name),
        ended: async () => undefined,
      };
      return runJourney({ ...tab, page }, Journey.parse({ name: "Left", steps: [scan("end")] }), world);
    },
    { timeoutMs: 60_000, signal: AbortSignal.timeout(60_000) },
  );
  expect((await work)?.message).toContain(`failed: It led to another website: ${foreign.origin}`);
  expect(scanned).toEqual([]);
  await session.close();
});
