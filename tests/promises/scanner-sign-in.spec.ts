import { SignIn, type SignInInput } from "@/server/scanner/contract";
import { longUnless } from "../support/long";
import { expect, scanSignedIn, test } from "../support/scanner/scan";
import { type Answer, redirectTo, soundPage } from "../support/scanner/serve-site";

const quick = { depth: "quick" as const };
const screenshots = { max_height: 2_000, max_bytes: 200_000 };
const SECRET = "s3cret-Token.42";

/** Responds with the page if `isAllowed` returns true, and otherwise with 401. */
const guarded =
  (isAllowed: (headers: Record<string, unknown>) => boolean, page: string): Answer =>
  (request, response) => {
    if (isAllowed(request.headers)) response.writeHead(200, { "content-type": "text/html" }).end(page);
    else response.writeHead(401, { "content-type": "text/html", "www-authenticate": "Basic" }).end("<p>No.</p>");
  };

const twoPages = (isAllowed: (headers: Record<string, unknown>) => boolean): Record<string, Answer> => ({
  "/": guarded(isAllowed, soundPage(`<p><a href="/two">Two</a></p>`)),
  "/two": guarded(isAllowed, soundPage("<p><img src='/a.png'></p>")),
  "/robots.txt": guarded(isAllowed, "User-agent: *\nDisallow: /private\n"),
});

const cookie = (value: string) => (headers: Record<string, unknown>) =>
  String(headers["cookie"] ?? "")
    .split("; ")
    .includes(value);

const kinds: [string, (headers: Record<string, unknown>) => boolean, SignInInput["method"]][] = [
  [
    "HTTP basic authentication",
    (headers) => headers["authorization"] === `Basic ${Buffer.from(`ada:${SECRET}`).toString("base64")}`,
    { kind: "basic", user_name: "ada", password: SECRET },
  ],
  [
    "a header",
    (headers) => headers["x-preview"] === SECRET,
    { kind: "headers", headers: [{ name: "X-Preview", value: SECRET }] },
  ],
  ["a cookie", cookie(`sid=${SECRET}`), { kind: "cookies", cookies: [{ name: "sid", value: SECRET }] }],
  [
    "a storage state",
    cookie(`sid=${SECRET}`),
    { kind: "storage_state", state: { cookies: [{ name: "sid", value: SECRET, domain: "127.0.0.1" }] } },
  ],
];

for (const [name, isAllowed, method] of kinds)
  test(`scans pages that require ${name}${longUnless(name === "a cookie")}`, async ({ engine, serve }) => {
    const site = await serve(() => twoPages(isAllowed));
    // Scans at full depth also pause and abort requests for other reasons. The headers must be added even then.
    const options = method.kind === "headers" ? {} : quick;
    const { byPath } = await scanSignedIn(engine, site.origin, { origins: [site.origin], method }, options);
    expect(Object.keys(byPath).sort()).toEqual(["/", "/two"]);
    expect(byPath["/two"]).toMatchObject({ error: null, http_status: 200 });
    expect(byPath["/two"]?.axe?.violations.map(({ rule_id }) => rule_id)).toContain("image-alt");
  });

test("ends an audit whose secrets the website rejects, without scanning a page", async ({ engine, serve }) => {
  const site = await serve(() => twoPages(() => false));
  const method = { kind: "basic" as const, user_name: "ada", password: "wrong-password" };
  await expect(scanSignedIn(engine, site.origin, { origins: [site.origin], method }, quick)).rejects.toMatchObject({
    code: "sign_in_rejected",
    message: expect.stringContaining("Check the username"),
  });
});

test("sets stored items only on pages from the named origins", async ({ engine, serve }) => {
  const other = await serve(() => ({ "*": soundPage("") }));
  const site = await serve(() => ({
    "/": soundPage(
      `<p id="out">-</p><script>document.title = "Item: " + localStorage.getItem("theme-of-ada")</script>`,
    ),
  }));
  const item = [{ name: "theme-of-ada", value: "dark" }];
  const state = {
    origins: [
      { origin: site.origin, localStorage: item },
      { origin: other.origin, localStorage: item },
    ],
  };
  const signIn: SignInInput = { origins: [site.origin], method: { kind: "storage_state", state } };
  const { byPath } = await scanSignedIn(engine, site.origin, signIn, quick);
  expect(byPath["/"]?.title).toBe("Item: dark");
  expect(other.hits).toEqual([]);
});

test("restores the given stored items when the website removes them @long", async ({ engine, serve }) => {
  const page = (body: string, script = "") =>
    soundPage(
      `<div id="content"></div><script>
        content.innerHTML = localStorage.getItem("token") === "token-of-ada"
          ? '<p><a href="#" onclick="return false">Log out</a> ${body}</p>'
          : '<form><label>Email <input type="email" autocomplete="username"></label><label>Password <input type="password"></label><button>Log in</button></form>';
        ${script}
      </script>`,
    );
  const links = ["/a", "/b", "/c", "/d"].map((path) => `<a href="${path}">Page ${path}</a>`).join(" ");
  const site = await serve(() => ({
    "/": page(links),
    "/a": page("A", `localStorage.clear();`),
    "/b": page("B"),
    "/c": page("C"),
    "/d": page("D"),
  }));
  const localStorage = [{ name: "token", value: "token-of-ada" }];
  const state = { origins: [{ origin: site.origin, localStorage }] };
  const signIn: SignInInput = { origins: [site.origin], method: { kind: "storage_state", state } };
  const { byPath } = await scanSignedIn(engine, site.origin, signIn, quick);
  expect(Object.entries(byPath).map(([path, { error }]) => [path, error?.code ?? null])).toEqual(
    expect.arrayContaining(["/", "/b", "/c", "/d"].map((path) => [path, null])),
  );
});

test("never sends a header to another origin, whether for frames, images, scripts, redirects or the scanner's own requests @long", async ({
  engine,
  serve,
}) => {
  const received: string[] = [];
  const other = await serve(() => ({
    "*": (request, response) => {
      received.push(`${request.url} ${JSON.stringify(request.headers)}`);
      response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
      response.end(soundPage("<p>Elsewhere</p>"));
    },
  }));
  const seen = new Map<string, unknown>();
  const site = await serve((origin) => {
    const note =
      (answer: Answer): Answer =>
      (request, response) => {
        seen.set(request.url ?? "", request.headers["x-preview"]);
        if (typeof answer === "string") response.writeHead(200, { "content-type": "text/html" }).end(answer);
        else answer(request, response);
      };
    const body =
      `<iframe src="${other.origin}/frame" title="A frame"></iframe><img alt="" src="${other.origin}/picture.png">` +
      `<img alt="" src="/picture-away.png"><p><a href="/away">Away</a> <a href="/two">Two</a></p>` +
      `<script>fetch("${other.origin}/fetched"); fetch("/fetched"); fetch("/fetched-away")</script>`;
    return {
      "/": note(soundPage(body)),
      "/two": note(soundPage("<p>Two</p>")),
      "/fetched": note("ok"),
      "/fetched-away": note(redirectTo(`${other.origin}/fetched-by-redirect`)),
      "/picture-away.png": note(redirectTo(`${other.origin}/picture-by-redirect`)),
      "/away": note(redirectTo(`${other.origin}/page-by-redirect`)),
      "/robots.txt": note(redirectTo(`${other.origin}/robots.txt`)),
      "/sitemap.xml": note(`<urlset><url><loc>${origin}/two</loc></url></urlset>`),
    };
  });
  const method = { kind: "headers" as const, headers: [{ name: "X-Preview", value: SECRET }] };
  await scanSignedIn(engine, site.origin, { origins: [site.origin], method }, { ...quick, screenshots });
  const own = ["/", "/two", "/fetched", "/fetched-away", "/picture-away.png", "/away", "/robots.txt", "/sitemap.xml"];
  for (const path of own) expect.soft(seen.get(path), path).toBe(SECRET);
  const paths = [
    "/frame",
    "/picture.png",
    "/fetched",
    "/fetched-by-redirect",
    "/picture-by-redirect",
    "/page-by-redirect",
    "/robots.txt",
  ];
  for (const path of paths)
    expect
      .soft(
        received.some((each) => each.startsWith(`${path} `)),
        path,
      )
      .toBe(true);
  expect(received.filter((each) => each.includes(SECRET) || each.includes("x-preview"))).toEqual([]);
});

test("masks secrets that the website prints, in every part of the results @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": (request, response) => {
      const value = String(request.headers["x-preview"]);
      const link = `<a href="/next?echo=${encodeURIComponent(value)}">Next</a>`;
      const body = `<p>Your key: ${value}</p><img src="/x.png?k=${value}" title="${value}"><div role="${value}">${value}</div>${link}`;
      response.writeHead(200, { "content-type": "text/html" });
      response.end(soundPage(body, "", `Key ${value}`));
    },
    "*": soundPage("<p>Next</p>"),
  }));
  const value = "Open Sesame & more-42";
  const method = { kind: "headers" as const, headers: [{ name: "X-Preview", value }] };
  const { pages, progress } = await scanSignedIn(engine, site.origin, { origins: [site.origin], method }, quick);
  const text = JSON.stringify({ pages, progress });
  expect(pages[0]?.title).toBe("Key …");
  expect(text).toContain("Your key: …");
  for (const form of [value, encodeURIComponent(value), value.replace("&", "&amp;"), "Sesame", "sesame"])
    expect.soft(text, form).not.toContain(form);
  expect(pages.map(({ url }) => url)).toEqual([`${site.origin}/`]);
});

test("two audits in one process don't share a session @long", async ({ engine, serve }) => {
  const seen: string[] = [];
  const site = await serve(() => ({
    "*": (request, response) => {
      seen.push(`${request.headers["x-preview"] ?? "-"} ${request.headers.cookie ?? "-"}`);
      const headers = { "content-type": "text/html", "set-cookie": `mine=${request.headers["x-preview"] ?? "nobody"}` };
      response.writeHead(200, headers).end(soundPage(`<p><a href="/two">Two</a></p>`));
    },
  }));
  const of = (value: string): SignInInput => ({
    origins: [site.origin],
    method: { kind: "headers", headers: [{ name: "X-Preview", value }] },
  });
  await Promise.all(
    ["first-organisation", "second-organisation"].map((value) => scanSignedIn(engine, site.origin, of(value), quick)),
  );
  expect(seen.length).toBeGreaterThan(4);
  const mixed = seen.filter((each) => each.includes("first") && each.includes("second"));
  expect(mixed).toEqual([]);
});

test("refuses reserved headers, origins with paths and secrets too short to be masked", () => {
  const of = (name: string, value = SECRET, origin = "https://example.org") =>
    SignIn.safeParse({ origins: [origin], method: { kind: "headers", headers: [{ name, value }] } }).success;
  expect(of("X-Preview")).toBe(true);
  expect(of("Host")).toBe(false);
  expect(of("Cookie")).toBe(false);
  expect(of("X-Preview", "abc")).toBe(false);
  expect(of("X-Preview", "line\r\nbreak")).toBe(false);
  expect(of("X-Preview", SECRET, "https://example.org/path")).toBe(false);
});
