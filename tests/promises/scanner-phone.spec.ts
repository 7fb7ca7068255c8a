import { serveDemo } from "@/demo/serve";
import { type FurtherView, furtherViews } from "@/server/scanner/views";
import { expect, scan, scanSignedIn, test } from "../support/scanner/scan";
import { type Answer, redirectTo, soundPage } from "../support/scanner/serve-site";
import { viewsOf } from "../support/scanner/views-of";

const onPhone = { views: ["phone" as const] };
const isPhone = (agent: string | undefined) => /\bAndroid\b.*\bMobile\b/.test(agent ?? "");

/** Sends phones a different page from the one that other browsers get. */
const perDevice =
  (usual: string, phone: string): Answer =>
  ({ headers }, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(isPhone(headers["user-agent"]) ? phone : usual);
  };

const icon = '<svg width="24" height="24" aria-hidden="true"><path d="M0 4h24"/></svg>';
const shared = `<p><button id="both">${icon}</button></p>`;

test("a finding on a phone lists the phone as its view, and an element that fails in both views is reported as one finding @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": perDevice(
      soundPage(`${shared}<p><button id="large">${icon}</button></p>`),
      soundPage(`<p>On a phone</p><p><button id="menu">${icon}</button></p>${shared}`),
    ),
  }));
  const screenshots = { max_height: 2_000, max_bytes: 300_000 };
  const { pages } = await scan(engine, site.origin, { ...onPhone, max_pages: 1, screenshots });
  const [page] = pages;
  expect(viewsOf(page, "button-name")).toEqual({
    "#large": ["usual"],
    "#both": ["usual", "phone"],
    "#menu": ["phone"],
  });
  expect(page?.axe?.checks.find(({ rule_id }) => rule_id === "button-name")).toMatchObject({ failed: 3 });
  expect(page?.phone).toEqual({ final_url: page?.final_url, error: null });
  const nodes = page?.axe?.violations.find(({ rule_id }) => rule_id === "button-name")?.nodes ?? [];
  const menu = nodes.find(({ selector }) => selector === "#menu");
  expect(menu?.box, "the usual view's screenshot doesn't show it").toBeUndefined();
  const { pictures = [] } = page?.strips?.[menu?.strip ?? -1] ?? {};
  expect(pictures.map(({ state, window_width }) => [state, window_width])).toEqual([
    ["phone_window", 390],
    ["phone_element", 390],
  ]);
  expect(pictures.every(({ box }) => box !== null)).toBe(true);
});

test("the emulated phone is narrow, has a touch screen and names Curbcut in its user agent @long", async ({
  engine,
  serve,
}) => {
  const agents: string[] = [];
  const site = await serve(() => ({
    "/": ({ headers }, response) => {
      agents.push(headers["user-agent"] ?? "");
      response.setHeader("content-type", "text/html; charset=utf-8");
      const touch = "matchMedia('(hover: none) and (pointer: coarse)').matches && navigator.maxTouchPoints > 0";
      response.end(
        soundPage(`<script>
          if (${touch} && innerWidth === 390 && devicePixelRatio > 1)
            document.querySelector("main").insertAdjacentHTML("beforeend", '<button id="touch"></button>');
        </script>`),
      );
    },
  }));
  const { pages } = await scan(engine, site.origin, { ...onPhone, max_pages: 1 });
  expect(viewsOf(pages[0], "button-name")).toEqual({ "#touch": ["phone"] });
  expect(agents.filter(isPhone)).toHaveLength(1);
  for (const agent of agents) expect(agent).toContain("Curbcut/");
});

test("matches elements whose position or attributes differ on the phone @long", async ({ engine, serve }) => {
  const script = "<script>for (const each of document.images) each.style.width = innerWidth / 2 + 'px';</script>";
  const pictures = '<p><img src="data:,"></p><p><img src="data:,a"></p>';
  const site = await serve(() => ({
    "/": perDevice(soundPage(pictures + script), soundPage(`<p>First</p><p>Second</p>${pictures}${script}`)),
  }));
  const { pages } = await scan(engine, site.origin, { ...onPhone, max_pages: 1 });
  const found = pages[0]?.axe?.violations.find(({ rule_id }) => rule_id === "image-alt");
  expect(found?.node_count).toBe(2);
  expect(found?.nodes.map(({ views }) => views)).toEqual([
    ["usual", "phone"],
    ["usual", "phone"],
  ]);
});

test("loads only representative pages of each template on a phone, and only if the scan requests it @long", async ({
  engine,
  serve,
}) => {
  const paths = ["/a", "/b", "/c", "/d"];
  const links = paths.map((path) => `<a href="${path}">Page ${path}</a> `).join("");
  const loads: string[] = [];
  const answer: Answer = ({ url, headers }, response) => {
    if (isPhone(headers["user-agent"])) loads.push(url ?? "");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(soundPage(url === "/" ? `<p>${links}</p>` : "<div><p>Text</p></div>"));
  };
  const site = await serve(() => ({ "*": answer }));
  const { pages } = await scan(engine, site.origin, onPhone);
  const tested = pages.filter(({ phone }) => phone).map(({ url }) => new URL(url).pathname);
  expect(loads.filter((path) => path === "/" || paths.includes(path)).sort()).toEqual(tested.sort());
  expect(tested).toContain("/");
  expect(tested.length).toBeLessThan(pages.length);
  loads.length = 0;
  const others = [{ views: [] }, { ...onPhone, depth: "quick" as const }];
  for (const options of others) {
    const usual = await scan(engine, site.origin, { ...options, max_pages: 2 });
    expect(usual.pages.every(({ phone }) => phone === undefined)).toBe(true);
  }
  expect(loads).toEqual([]);
  const mobile = await scan(engine, site.origin, { ...onPhone, device: "mobile", max_pages: 1 });
  expect(mobile.pages[0]?.phone, "the usual view already emulates a phone").toBeUndefined();
  expect(loads.filter((path) => path === "/")).toHaveLength(1);
});

test("reports when a phone is redirected to another URL or website, or gets an error @long", async ({
  engine,
  serve,
}) => {
  const mobile = await serve(() => ({ "*": soundPage("<button></button>") }));
  const toPhone =
    (then: Answer): Answer =>
    (request, response) => {
      if (!isPhone(request.headers["user-agent"])) return response.setHeader("content-type", "text/html").end(usual);
      return typeof then === "string"
        ? response.setHeader("content-type", "text/html").end(then)
        : then(request, response);
    };
  const usual = soundPage("<p>Text</p>");
  const site = await serve(() => ({
    "/": toPhone(redirectTo(`${mobile.origin}/home`)),
    "/gone": toPhone((_request, response) => response.writeHead(500).end("No")),
    "/moved": toPhone(redirectTo("/m/moved")),
    "/m/moved": soundPage('<button id="m"></button>'),
  }));
  const pageAt = async (path: string) =>
    (await scan(engine, site.origin + path, { ...onPhone, max_pages: 1 })).pages[0];
  const left = await pageAt("/");
  expect(left?.phone).toMatchObject({ error: { code: "left_site" } });
  expect(viewsOf(left, "button-name")).toEqual({});
  const gone = await pageAt("/gone");
  expect(gone?.phone).toMatchObject({ error: { code: "http_error" } });
  expect(gone?.error).toBeNull();
  const moved = await pageAt("/moved");
  expect(moved?.phone).toEqual({ final_url: `${site.origin}/m/moved`, error: null });
  expect(viewsOf(moved, "button-name")).toEqual({ "#m": ["phone"] });
});

test("finds the flaw in the demo shop's phone menu, which no other view shows @long", async ({ engine }) => {
  const shop = await serveDemo();
  try {
    const views = furtherViews.filter((view) => view !== "phone");
    const find = async (list: FurtherView[]) =>
      (await scan(engine, `${shop.url}/directions.html`, { max_pages: 1, views: list })).pages[0];
    const others = await find(views);
    expect(others?.axe?.violations.filter(({ wcag }) => wcag.length > 0)).toEqual([]);
    const page = await find([...views, "phone"]);
    expect(viewsOf(page, "link-name")).toEqual({ 'a[href="tel:+493012345"]': ["phone"] });
    expect(page?.axe?.violations.filter(({ wcag }) => wcag.length > 0)).toHaveLength(1);
  } finally {
    await shop.close();
  }
});

test("leaves out excluded elements and uses the sign-in on a phone too @long", async ({ engine, serve }) => {
  const phones: (string | undefined)[] = [];
  const site = await serve(() => ({
    "/": ({ headers }, response) => {
      if (isPhone(headers["user-agent"])) phones.push(headers.cookie);
      response.setHeader("content-type", "text/html; charset=utf-8");
      const more = isPhone(headers["user-agent"]) ? '<p class="chat"><button id="chat"></button></p>' : "";
      response.end(soundPage(`${more}<p><button id="own"></button></p>`));
    },
  }));
  const cookies = [{ name: "session", value: "known" }];
  const signIn = { origins: [site.origin], method: { kind: "cookies" as const, cookies } };
  const options = { ...onPhone, max_pages: 1, exclude_elements: [".chat"] };
  const { pages } = await scanSignedIn(engine, site.origin, signIn, options);
  expect(viewsOf(pages[0], "button-name")).toEqual({ "#own": ["usual", "phone"] });
  expect(pages[0]?.excluded).toMatchObject({ findings: 1 });
  expect(phones).toEqual(["session=known"]);
});
