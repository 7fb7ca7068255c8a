import { codeOf, isOrdinary, readWallPages, scanWallPages } from "@/bench/support/wall-pages";
import { scanSite } from "@/server/scanner/scan-site";
import { expect, scan, test } from "../support/scanner/scan";
import { redirectTo, soundPage } from "../support/scanner/serve-site";

const link = (href: string) => `<p><a href="${href}">Page at ${href}</a></p>`;
const bare = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
const loginForm = bare(
  "Sign in",
  `<h1>Sign in</h1><form><label>Email <input type="email"></label>
  <label>Password <input type="password"></label><button>Sign in</button></form>`,
);
const challenge = bare("Just a moment...", "<p>Verify you are human by completing the action below.</p>");
const quick = { depth: "quick" as const };

test("names at least 99% of the walls in the corpus, and doesn't mistake any ordinary page for one @long", async () => {
  test.setTimeout(800_000);
  const outcomes = await scanWallPages(readWallPages());
  const mistaken = outcomes.filter(({ page, code, failure }) => isOrdinary(page) && (code ?? failure) !== null);
  expect(mistaken.map(({ page, code, failure }) => `${page.name}: ${code ?? failure}`)).toEqual([]);
  const walls = outcomes.filter(({ page }) => !isOrdinary(page));
  expect(walls.length).toBeGreaterThanOrEqual(234);
  const missed = walls.filter(({ page, code }) => code !== codeOf(page));
  const names = missed.map(({ page, code }) => `${page.name}: ${code}`).join("\n");
  expect(missed.length / walls.length, names).toBeLessThanOrEqual(0.01);
  for (const { page, code, message, failure, score } of walls.filter((each) => !missed.includes(each))) {
    expect.soft({ failure, score }, page.name).toEqual({ failure: code, score: null });
    expect.soft(message, page.name).toMatch(/\. \p{Lu}.*\.$/u);
  }
});

test("if the start page is a wall, delivers it, then ends the audit with a message that gives the reason", async ({
  engine,
  serve,
}) => {
  const site = await serve((origin) => ({
    "/": (_, response) => response.writeHead(403, { "content-type": "text/html" }).end(challenge),
    "/sitemap.xml": (_, response) => response.end(`<urlset><url><loc>${origin}/other</loc></url></urlset>`),
    "/other": soundPage("<p>Another page.</p>"),
  }));
  const delivered: object[] = [];
  const sink = { page: async (page: object) => void delivered.push(page) };
  await expect(
    scanSite({ website_url: site.origin, options: { ...quick, max_pages: 1 } }, sink, engine),
  ).rejects.toMatchObject({
    code: "bot_wall",
    message: expect.stringContaining("Allow the Curbcut user agent"),
  });
  expect(delivered).toMatchObject([{ http_status: 403, axe: null, performance: null, error: { code: "bot_wall" } }]);
});

test("explains what a refusal without a reason may mean, but only for the start page", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": (_, response) => response.writeHead(403, { "content-type": "text/html" }).end("<h1>403</h1><p>No entry.</p>"),
  }));
  const sink = { page: async () => undefined };
  await expect(
    scanSite({ website_url: site.origin, options: { ...quick, max_pages: 1 } }, sink, engine),
  ).rejects.toMatchObject({
    code: "bot_wall",
    message: expect.stringMatching(/status 403\..*allow the Curbcut user agent.*enter the URL of a public page\.$/),
  });
});

test("reports a start page that redirects to another language, but not one that only adds a language to its URL @long", async ({
  engine,
  serve,
}) => {
  const welcome = (language: string) =>
    bare("Welcome", "<h1>Welcome</h1><p>Kettles and pots.</p>").replace("en", language);
  const site = await serve(() => ({
    "/fr/pots": redirectTo("/en/"),
    "/en/": welcome("en"),
    "/": redirectTo("/it/"),
    "/it/": welcome("it"),
  }));
  const sink = { page: async () => undefined };
  const options = { ...quick, max_pages: 1 };
  await expect(scanSite({ website_url: `${site.origin}/fr/pots`, options }, sink, engine)).rejects.toMatchObject({
    code: "wrong_place",
    message: expect.stringContaining("/en/"),
  });
  await expect(scanSite({ website_url: site.origin, options }, sink, engine)).resolves.toMatchObject({ pages_done: 1 });
});

test("recognises walls by their subject, but doesn't mistake ordinary pages about the same subject for them @long", async ({
  engine,
  serve,
}) => {
  const walls = {
    "/hu": ["Ellenőrzés", "Erősítse meg, hogy nem robot", "Szokatlan forgalmat észleltünk a hálózatából.", "bot_wall"],
    "/vi": ["Xác minh", "Xác minh bạn là con người", "Phát hiện lưu lượng bất thường từ mạng của bạn.", "bot_wall"],
    "/el": ["Συντήρηση", "Ο ιστότοπος είναι εκτός λειτουργίας", "Θα επιστρέψουμε σύντομα.", "maintenance"],
    "/tr": ["Video", "Bu içerik ülkenizde izlenemez", "Bulunduğunuz bölgede gösterilemiyor.", "wrong_place"],
    "/robots": ["Robot shop", "Robots for humans", "We build security robots. Call us to check prices.", null],
    "/locks": ["Locksmith", "Secure your home", "We check locks and block burglars. Request a quote.", null],
    "/cafe": ["Old Mill Café", "Old Mill Café", "We are closed for the winter. Thank you, and see you soon!", null],
    "/heating": ["Wartung", "Heizungswartung", "Montags geschlossen, dienstags wieder da. Danke!", null],
    "/web-design": ["Webdesign", "Ihre Domain, Ihr Hosting", "Ich registriere Domains. Preise ab 5 Euro.", null],
  } as const;
  const members = bare(
    "The Kettle Club",
    `<h1>The Kettle Club</h1><p>You must be logged in to read this topic.</p><form><label>Name <input></label>
    <label>Password <input type="password"></label><button>Log in</button></form>`,
  );
  const lamps = "<p>Our lamps are made of brass, and most of them last for twenty years or more.</p>".repeat(6);
  const shop = bare(
    "Lamps and cookies",
    `<h1>Lamps</h1>${lamps}<button>Buy now</button><div role="dialog" aria-label="Cookies">We use cookies for ads.
    <button>Accept all</button><button>Reject all</button><button>Manage preferences</button></div>`,
  );
  const site = await serve(() => ({
    "/": soundPage(link("/topics/7") + link("/lamps") + Object.keys(walls).map(link).join("")),
    "/topics/7": members,
    "/lamps": shop,
    ...Object.fromEntries(
      Object.entries(walls).map(([path, [title, heading, text]]) => [
        path,
        bare(title, `<h1>${heading}</h1><p>${text}</p>`),
      ]),
    ),
  }));
  const { byPath } = await scan(engine, site.origin, quick);
  for (const [path, [, , , code]] of Object.entries(walls))
    expect.soft(byPath[path]?.error?.code ?? null, path).toBe(code);
  expect(byPath["/topics/7"]?.error?.code).toBe("login_page");
  // A request for consent in front of a page isn't a wall.
  expect(byPath["/lamps"]).toMatchObject({ error: null });
});

test("reads text in shadow roots, and counts failed scripts as signs of an empty page @long", async ({
  engine,
  serve,
}) => {
  const inShadow = (html: string, host = "<div id='host'></div>") =>
    bare(
      "Herb garden",
      `${host}<script>document.querySelector("#host").attachShadow({ mode: "open" })
    .innerHTML = ${JSON.stringify(html)}</script>`,
    );
  const consent = `<div role="dialog" aria-modal="true"><h2>We need your consent</h2><p>We and our partners use cookies
    to show personalised ads.</p><button>Accept all</button><button>Settings</button></div>`;
  const site = await serve(() => ({
    "/": soundPage(["/consent", "/widgets", "/broken", "/unloaded", "/blank"].map(link).join("")),
    "/consent": inShadow(consent),
    "/widgets": inShadow("<h1>Herbs</h1><p>Sage, thyme and mint grow well in pots.</p>", "<span id='host'></span>"),
    "/broken": bare("Herbs", `<div id="herbs"></div><script>herbs.append(missing.name)</script>`),
    "/unloaded": bare("Herbs", `<div id="herbs"></div><script src="/gone.js"></script>`),
    "/blank": bare("Herbs", `<div id="herbs"></div><script>globalThis.herb = "sage"</script>`),
  }));
  const { byPath } = await scan(engine, site.origin, quick);
  const codes = Object.fromEntries(Object.entries(byPath).map(([path, { error }]) => [path, error?.code ?? null]));
  expect(codes).toEqual({
    "/": null,
    "/consent": "consent_wall",
    "/widgets": null,
    "/broken": "empty_page",
    "/unloaded": "empty_page",
    "/blank": null,
  });
});

test("doesn't mistake a page for a wall if its URL, its sections or a search term explain its message @long", async ({
  engine,
  serve,
}) => {
  const message = "<p>Sorry, you have been blocked. We detected unusual traffic from your network.</p>";
  const missing = "<p>We could not find what you were looking for.</p>";
  const pages = {
    "/x7": bare("Security check", `<h1>Verify that you are human</h1>${message}`),
    "/help/verify-human-visitors": bare("Verify human visitors", `<h1>Verify human visitors</h1>${message}`),
    "/lost": bare("Page not found", `<h1>Page not found</h1>${missing}`),
    "/search?q=sundial": bare("Sundial not found", `<h1>Sundial not found</h1>${missing}`),
    "/q1": bare("Account suspended", "<h1>This website is offline</h1><p>It will be back soon.</p>"),
    "/q2": bare(
      "Account suspended",
      `<h1>This website is offline</h1><h2>Unpaid invoices</h2><p>It will be back soon after you pay.</p>
      <h2>Malware</h2><p>Restore a backup.</p>`,
    ),
  };
  const site = await serve(() => ({ "/": soundPage(Object.keys(pages).map(link).join("")), ...pages }));
  const { pages: results } = await scan(engine, site.origin, quick);
  const codes = results.map(({ url, error }) => [url.slice(site.origin.length), error?.code ?? null]);
  expect(Object.fromEntries(codes)).toEqual({
    "/": null,
    "/x7": "bot_wall",
    "/help/verify-human-visitors": null,
    "/lost": "soft_404",
    "/search?q=sundial": null,
    "/q1": "maintenance",
    "/q2": null,
  });
});

test("reports walls on other pages as failed pages without a score, and scans the rest @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      ["/blocked", "/members/area", "/signin", "/gone", "/refused", "/settings", "/soon.html"].map(link).join(""),
    ),
    "/blocked": challenge,
    "/members/area": redirectTo("/signin"),
    "/signin": loginForm,
    "/gone": bare("Page not found", "<h1>Page not found</h1><p>The page you requested does not exist.</p>"),
    "/refused": (_, response) => response.writeHead(403, { "content-type": "text/html" }).end("<p>No entry.</p>"),
    "/settings": bare("Privacy settings", "<h1>Privacy settings</h1><button>Save settings</button>"),
    "/soon.html": bare("Coming soon", "<h1>Coming soon</h1><p>Our new website launches soon.</p>"),
  }));
  const { byPath, summary } = await scan(engine, site.origin, quick);
  const codes = Object.fromEntries(Object.entries(byPath).map(([path, { error }]) => [path, error?.code ?? null]));
  expect(codes).toEqual({
    "/": null,
    "/blocked": "bot_wall",
    "/members/area": "login_page",
    "/signin": null,
    "/gone": "soft_404",
    "/refused": "http_error",
    "/settings": null,
    "/soon.html": null,
  });
  expect(byPath["/blocked"]).toMatchObject({ http_status: 200, axe: null, seo: null, quality: null });
  expect(byPath["/members/area"]?.final_url).toBe(`${site.origin}/signin`);
  expect(byPath["/signin"]?.axe?.score).toEqual(expect.any(Number));
  expect(summary).toEqual({ pages_total: 8, pages_done: 8, pages_failed: 4 });
});

test("retries a page that responds with 503, and reports maintenance if the retries fail too @long", async ({
  engine,
  serve,
}) => {
  const down = bare("Down for maintenance", "<h1>We'll be right back</h1>");
  const busy = { "content-type": "text/html", "retry-after": "0" };
  const requests = { "/down": 0, "/soon": 0 };
  const site = await serve(() => ({
    "/": soundPage(link("/down") + link("/soon")),
    "/down": (_, response) => {
      requests["/down"] += 1;
      response.writeHead(503, busy).end(down);
    },
    "/soon": (_, response) => {
      requests["/soon"] += 1;
      if (requests["/soon"] === 1) response.writeHead(503, busy).end(down);
      else response.writeHead(200, { "content-type": "text/html" }).end(soundPage("<p>Back again.</p>"));
    },
  }));
  const { byPath } = await scan(engine, site.origin, quick);
  expect(byPath["/down"]).toMatchObject({ http_status: 503, error: { code: "maintenance" } });
  // The link checker requests the page too.
  expect(requests["/down"]).toBeGreaterThanOrEqual(3);
  expect(byPath["/soon"]?.error).toBeNull();
});

test("compares pages that may be missing with the response for a URL that can't exist, requested once per scan @long", async ({
  engine,
  serve,
}) => {
  const lost = bare(
    "The Kettle Shop",
    `<nav><a href="/">Kettles</a></nav><main><h1>Nothing brewing here</h1>
    <p>We could not find what you were looking for.</p></main><footer>Made in Leeds since 1998</footer>`,
  );
  const pages = { "/": soundPage(link("/old") + link("/older")), "/old": lost, "/older": lost };
  const soft = await serve(() => ({ "/robots.txt": "", "/sitemap.xml": "", ...pages, "*": lost }));
  const { byPath } = await scan(engine, soft.origin, quick);
  expect([byPath["/old"]?.error?.code, byPath["/older"]?.error?.code]).toEqual(["soft_404", "soft_404"]);
  expect(soft.hits.filter((path) => path.startsWith("/curbcut-"))).toHaveLength(1);
  const strict = await serve(() => pages);
  expect((await scan(engine, strict.origin, quick)).byPath["/old"]?.error).toBeNull();
});
