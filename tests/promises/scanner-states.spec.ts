import type { IncomingMessage } from "node:http";
import { serveDemo } from "@/demo/serve";
import { describeReach } from "@/server/domains/audits/rules";
import type { PageResult } from "@/server/scanner/contract";
import { expect, scan, test } from "../support/scanner/scan";
import { type Answer, redirectTo, soundPage, thenLater } from "../support/scanner/serve-site";

/** Returns the elements that a rule reports, each with the steps to reach it (none in the page's initial state). */
const reachOf = (page: PageResult | undefined, rule: string) => {
  const rules = [...(page?.axe?.violations ?? []), ...(page?.axe?.incomplete ?? [])];
  const nodes = rules.filter(({ rule_id }) => rule_id === rule).flatMap(({ nodes }) => nodes);
  return Object.fromEntries(nodes.map(({ selector, reach }) => [selector, describeReach(reach ?? [])]));
};

const script = (code: string) => `<script>${code}</script>`;
const hide = "<style>[hidden] { display: none; }</style>";

const widgets = soundPage(
  `${hide}
  <button id="menu" aria-expanded="false" aria-controls="items">Menu</button>
  <ul id="items" hidden><li><button id="in-menu"></button></li></ul>
  <button id="ask" aria-haspopup="dialog">Subscribe</button>
  <dialog id="asking" aria-label="Subscribe"><button id="in-dialog"></button><button id="leave">Close</button></dialog>
  <details><summary>Delivery</summary><p><button id="in-details"></button></p></details>
  <div role="tablist" aria-label="Facts">
    <button role="tab" id="t1" aria-selected="true" aria-controls="p1">Size</button>
    <button role="tab" id="t2" aria-selected="false" aria-controls="p2">Colour</button>
  </div>
  <div role="tabpanel" id="p1" aria-labelledby="t1">Large</div>
  <div role="tabpanel" id="p2" aria-labelledby="t2" hidden>Red <button id="in-tab"></button></div>
  <p><button id="always"></button></p>
  <p><button id="plain">More</button> <span id="shown" hidden><button id="in-plain"></button></span></p>`,
).replace(
  "</body>",
  `${script(`
    const at = (id) => document.getElementById(id);
    at("menu").onclick = () => {
      const open = at("items").hidden;
      at("items").hidden = !open;
      at("menu").setAttribute("aria-expanded", open);
    };
    at("ask").onclick = () => at("asking").showModal();
    at("leave").onclick = () => at("asking").close();
    for (const id of ["t1", "t2"]) at(id).onclick = () => {
      for (const each of ["1", "2"]) {
        at("t" + each).setAttribute("aria-selected", "t" + each === id);
        at("p" + each).hidden = "t" + each !== id;
      }
    };
    at("plain").addEventListener("click", () => { at("shown").hidden = !at("shown").hidden; });
  `)}</body>`,
);

test("opens content that appears when an element is clicked, even if nothing marks the element as clickable @long", async ({
  engine,
  serve,
}) => {
  const body = `${hide}<div id="head">Delivery</div><div hidden>Within two days. <button id="inside"></button></div>
    <div id="drop">Delete all</div><div hidden><button id="dropped"></button></div>
    ${script(`for (const each of [head, drop]) each.addEventListener("click", () => {
      each.nextElementSibling.hidden = !each.nextElementSibling.hidden;
    });`)}`;
  const site = await serve(() => ({ "/": soundPage(body) }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "button-name")).toEqual({ "#inside": "open “Delivery”" });
});

test("reports what fails only in another state of the page, and how to reach that state @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": widgets }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "button-name")).toEqual({
    "#always": "",
    "#in-menu": "open “Menu”",
    "#in-dialog": "open “Subscribe”",
    "#in-details": "open “Delivery”",
    "#in-tab": "select “Colour”",
    "#in-plain": "open “More”",
  });
});

test("opens elements within an opened part, then closes that part before opening others @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${hide}
      <button id="a" aria-haspopup="dialog">First</button> <button id="b" aria-haspopup="dialog">Second</button>
      <dialog id="da" aria-label="First"><details><summary>More</summary><button id="deep"></button></details></dialog>
      <dialog id="db" aria-label="Second"><button id="other"></button></dialog>
      ${script(`for (const id of ["a", "b"]) document.getElementById(id).onclick = () =>
        document.getElementById("d" + id).showModal();`)}`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "button-name")).toEqual({
    "#deep": "open “First”, then open “More”",
    "#other": "open “Second”",
  });
});

test("reports an element that fails in several states of a page as one finding, even if the initial state is among them @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${hide}
      <p><button id="always"></button></p>
      <details><summary>One</summary><div id="slot1"></div></details>
      <button id="toggle" aria-expanded="false">Two</button><div id="part" hidden><button id="inside"></button></div>
      <button id="again" aria-expanded="false">Three</button>
      ${script(`for (const id of ["toggle", "again"]) document.getElementById(id).onclick = () => {
        const { hidden } = document.getElementById("part");
        document.getElementById("part").hidden = !hidden;
      };`)}`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "button-name")).toEqual({ "#always": "", "#inside": "open “Two”" });
  const rule = pages[0]?.axe?.violations.find(({ rule_id }) => rule_id === "button-name");
  expect(rule?.node_count).toBe(2);
  expect(pages[0]?.axe?.checks.find(({ rule_id }) => rule_id === "button-name")).toMatchObject({ failed: 2 });
});

test("doesn't trigger actions that may change something on the website, and lists the requests that it blocks @long", async ({
  engine,
  serve,
}) => {
  const sent: string[] = [];
  const note = (request: IncomingMessage) => sent.push(`${request.method} ${request.url}`);
  const site = await serve(() => ({
    "/": soundPage(
      `${hide}
      <button id="delete" aria-haspopup="dialog">Delete account</button>
      <button id="pay" onclick="fetch('/pay')">Pay now</button>
      <button id="out" aria-expanded="false" onclick="fetch('/signed-out')">Sign out</button>
      <form method="post" action="/order"><label>Name <input name="name"></label><button>Order now</button></form>
      <button id="menu" aria-expanded="false">Menu</button><div id="items" hidden><p id="loaded">Items</p></div>
      ${script(`
        document.getElementById("delete").onclick = () => fetch("/deleted", { method: "DELETE" });
        document.getElementById("menu").onclick = async () => {
          fetch("/opened?id=1", { method: "POST", body: "menu" }).catch(() => undefined);
          fetch("/api/delete/1").catch(() => undefined);
          document.getElementById("loaded").textContent = await (await fetch("/items")).text();
          document.getElementById("items").hidden = false;
        };`)}`,
    ),
    "/items": (request, response) => {
      note(request);
      response.end("Loaded items");
    },
    "*": (request, response) => {
      note(request);
      response.end("");
    },
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true, depth: "full" });
  expect(new Set(sent.filter((each) => !/favicon|robots|sitemap/.test(each)))).toEqual(new Set(["GET /items"]));
  expect(pages[0]?.states?.found.map(({ reach }) => describeReach(reach))).toEqual(["open “Menu”"]);
  expect(pages[0]?.states?.blocked).toEqual([
    { method: "POST", url: `${site.origin}/opened` },
    { method: "GET", url: `${site.origin}/api/delete/1` },
  ]);
});

test("explores the states of one page of each template, but only if the scan requests it @long", async ({
  engine,
  serve,
}) => {
  const page = (name: string) =>
    soundPage(
      `<details><summary>More</summary><button id="${name}"></button></details><a href="/">Start</a> <a href="/two">Two</a>`,
    );
  const site = await serve(() => ({ "/": page("one"), "/two": page("two") }));
  const explored = async (options: { states?: boolean; depth?: "quick" }) =>
    (await scan(engine, site.origin, options)).pages.filter(({ states }) => states !== undefined).length;
  expect(await explored({ states: true })).toBe(1);
  expect(await explored({})).toBe(0);
  expect(await explored({ states: true, depth: "quick" })).toBe(0);
});

test("finds content that appears only with keyboard focus, on hover, after scrolling or on another slide @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${hide}<style>nav li ul { display: none } nav li:hover ul { display: block }
        .slides { overflow: hidden; width: 300px } .track { display: flex; width: 600px } .track div { width: 300px }</style>
      <nav aria-label="Shop"><ul><li><a href="#all">All</a><ul><li><a id="hovered" href="#x"></a></li></ul></li></ul></nav>
      <button id="help" aria-describedby="tip">Help</button><span id="tip" role="tooltip" hidden>A tip <img id="tipped" src="data:,"></span>
      <section aria-label="News" aria-roledescription="carousel"><div class="slides"><div class="track" id="track">
        <div>First</div></div></div><button id="next">Next slide</button></section>
      <div style="height: 3000px"></div><div id="end"></div>
      ${script(`
        const tip = document.getElementById("tip");
        document.getElementById("help").onfocus = () => { tip.hidden = false; };
        document.getElementById("help").onblur = () => { tip.hidden = true; };
        document.getElementById("next").onclick = () => {
          document.getElementById("track").innerHTML = '<div>Second <img id="slide" src="data:,"></div>';
        };
        new IntersectionObserver(([{ isIntersecting }]) => {
          if (isIntersecting) document.getElementById("end").innerHTML = '<img id="late" src="data:,">';
        }).observe(document.getElementById("end"));`)}`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "link-name")).toEqual({ "#hovered": "point at “All”" });
  expect(reachOf(pages[0], "image-alt")).toEqual({
    "#tipped": "move focus to “Help”",
    "#slide": "press “Next slide”",
    "#late": "scroll to the end",
  });
});

test("tests pages after cookies have been accepted or refused, and after a form has been submitted empty @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${hide}<style>#cookies { position: fixed; bottom: 0; left: 0; right: 0; background: #fff; }</style>
      <form id="form" novalidate><label>Name <input name="name"></label> <button id="send">Register</button>
        <p id="error" hidden>Enter your name. <img id="invalid" src="data:,"></p></form>
      <div id="cookies" role="region" aria-label="Cookies"><p>We use cookies for statistics.</p>
        <button id="yes">Accept all</button> <button id="no">Reject all</button></div>
      <p id="accepted" hidden>Video <img id="video" src="data:,"></p>
      <p id="refused" hidden>No video <img id="none" src="data:,"></p>
      ${script(`
        const at = (id) => document.getElementById(id);
        at("form").onsubmit = (event) => { event.preventDefault(); at("error").hidden = false; };
        const answer = (id) => { at("cookies").remove(); at(id).hidden = false; localStorage.setItem("cookies", id); };
        if (localStorage.getItem("cookies")) answer(localStorage.getItem("cookies"));
        else { at("yes").onclick = () => answer("accepted"); at("no").onclick = () => answer("refused"); }`)}`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "image-alt")).toEqual({
    "#invalid": "press “Register” without filling in the form",
    "#none": "refuse cookies with “Reject all”",
    "#video": "accept cookies with “Accept all”",
  });
});

test("finds a dialog without a name when it opens, but doesn't repeat other best practices in states @long", async ({
  engine,
  serve,
}) => {
  const page = soundPage(`<h1>Cottages</h1><button id="filter" aria-haspopup="dialog">Filter</button>
    <div role="dialog" id="filters" hidden><h6>Price</h6><button>Close</button></div>
    <script>filter.onclick = () => { filters.hidden = false; };</script>`);
  const site = await serve(() => ({ "/": page }));
  const include_rules = ["aria-dialog-name", "heading-order"];
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true, include_rules });
  expect(reachOf(pages[0], "aria-dialog-name")).toEqual({ "#filters": "open “Filter”" });
  expect(reachOf(pages[0], "heading-order")).toEqual({});
});

test("a finding in another state of the page has a strip, and each picture in the strip has the element's box @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": widgets }));
  const screenshots = { max_height: 3_000, max_bytes: 300_000 };
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true, screenshots });
  const nodes = pages[0]?.axe?.violations.find(({ rule_id }) => rule_id === "button-name")?.nodes ?? [];
  const opened = nodes.find(({ selector }) => selector === "#in-dialog");
  const pictures = pages[0]?.strips?.[opened?.strip ?? -1]?.pictures ?? [];
  expect(pictures.map(({ state }) => state)).toEqual(["opened_window", "opened_element"]);
  expect(pictures.every(({ box }) => box !== null && box.width > 0)).toBe(true);
  expect(nodes.find(({ selector }) => selector === "#always")?.box).toBeTruthy();
  expect(opened?.box).toBeUndefined();
});

test("finds the flaws in the demo shop's showroom, none of which are on the page when it first loads @long", async ({
  engine,
}) => {
  const shop = await serveDemo();
  try {
    const failures = async (device: "desktop" | "mobile") => {
      const options = { max_pages: 1, states: true, device, views: [] };
      const { pages } = await scan(engine, `${shop.url}/showroom.html`, options);
      const rules = (pages[0]?.axe?.violations ?? []).filter(({ wcag }) => wcag.length > 0);
      return rules.flatMap(({ rule_id, nodes }) =>
        nodes.map(({ reach }) => `${rule_id}: ${describeReach(reach ?? [])}`),
      );
    };
    const everywhere = ["color-contrast: select “Brass”", "image-alt: open “Book a visit”", "label: open “Choose”"];
    expect(await failures("desktop")).toEqual(everywhere);
    expect(await failures("mobile")).toEqual([...everywhere, "link-name: open “Menu”"]);
  } finally {
    await shop.close();
  }
});

test("scans pages that buttons and scripts lead to @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${hide}<button id="go">Lamps</button> <button id="push">Lanterns</button>
      <button id="menu" aria-expanded="false">Menu</button><div id="items" hidden><img id="inside" src="data:,"></div>
      ${script(`
        const at = (id) => document.getElementById(id);
        at("go").onclick = () => { location.href = "/lamps"; };
        at("push").onclick = () => { history.pushState({}, "", "/lanterns"); document.querySelector("main").innerHTML = "<h1>Lanterns</h1>"; };
        at("menu").onclick = () => { at("items").hidden = false; };`)}`,
    ),
    "/lamps": soundPage("<p>Lamps</p>", "", "Lamps"),
    "/lanterns": soundPage("<p>Lanterns</p>", "", "Lanterns"),
  }));
  const { byPath } = await scan(engine, site.origin, { states: true });
  expect(Object.keys(byPath).sort()).toEqual(["/", "/lamps", "/lanterns"]);
  expect(reachOf(byPath["/"], "image-alt")).toEqual({ "#inside": "open “Menu”" });
  expect(byPath["/"]?.states?.found).toHaveLength(1);
});

const withScript = (html: string, code: string) => soundPage(`${hide}${html}${script(code)}`);

test("accepts cookies in a consent request inside a shadow root @long", async ({ engine, serve }) => {
  const banner = `<style>#banner { position: fixed; bottom: 0; }</style><div id="banner" class="cookie-banner">
    <p>We use cookies to play videos.</p><button id="yes">Accept all</button></div>`;
  const code = `
    const root = document.getElementById("host").attachShadow({ mode: "open" });
    root.innerHTML = ${JSON.stringify(banner)};
    root.getElementById("yes").onclick = () => {
      root.getElementById("banner").remove();
      document.getElementById("later").innerHTML = '<img id="video" src="data:,">';
    };`;
  const body = `<p id="later"></p><div id="host"></div>${script(code)}`;
  const site = await serve(() => ({ "/": soundPage(body) }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "image-alt")).toEqual({ "#video": "accept cookies with “Accept all”" });
});

test("opens elements in closed shadow roots, without the page noticing @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": withScript(
      `<x-fold></x-fold><p id="note"></p>`,
      `customElements.define("x-fold", class extends HTMLElement {
        connectedCallback() {
          const root = this.attachShadow({ mode: "closed" });
          root.innerHTML = '<button aria-expanded="false">Delivery</button><div hidden><img id="shut" src="data:,"></div>';
          root.firstChild.onclick = () => {
            root.lastChild.hidden = !root.lastChild.hidden;
            if (this.shadowRoot !== null) document.getElementById("note").innerHTML = '<img id="noticed" src="data:,">';
          };
        }
      });`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "image-alt")).toEqual({ "x-fold >>> #shut": "open “Delivery”" });
});

test("finds tooltips that appear after a pause, with the keyboard or the pointer @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": withScript(
      `<span id="a" tabindex="0">Sizes</span> <button id="b">Care</button>
      <p id="ta" hidden>Small <img id="focused" src="data:,"></p><p id="tb" hidden>Dust it <img id="pointed" src="data:,"></p>`,
      `const set = (id, hidden, ms) => { clearTimeout(set[id]); set[id] = setTimeout(() => {
        document.getElementById(id).hidden = hidden;
      }, ms); };
      a.onfocus = () => set("ta", false, 700);
      a.onblur = a.onmousedown = () => set("ta", true, 10);
      b.onmousemove = () => set("tb", false, 700);
      b.onmouseleave = b.onmousedown = () => set("tb", true, 10);`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "image-alt")).toEqual({
    "#focused": "move focus to “Sizes”",
    "#pointed": "point at “Care”",
  });
});

test("uses tabs, menus, trees and comboboxes that respond only to the keyboard @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": withScript(
      `<div role="tablist" aria-label="Plans"><span role="tab" id="t1" tabindex="0" aria-selected="true" aria-controls="p1">Basic</span>
        <span role="tab" id="t2" tabindex="-1" aria-selected="false" aria-controls="p2">Plus</span></div>
      <div role="tabpanel" id="p1" aria-labelledby="t1">Basic</div>
      <div role="tabpanel" id="p2" aria-labelledby="t2" hidden>Plus <img id="in-tab" src="data:,"></div>
      <button id="menu" aria-haspopup="menu" aria-expanded="false">Sort</button>
      <ul id="items" role="menu" aria-label="Sort" hidden><li role="menuitem" tabindex="-1">Price <img id="in-menu" src="data:,"></li></ul>
      <ul role="tree" aria-label="Folders"><li role="treeitem" id="tree" tabindex="0" aria-expanded="false">Lamps
        <ul role="group" hidden><li role="treeitem" tabindex="-1">Desk <img id="in-tree" src="data:,"></li></ul></li></ul>
      <label for="town">Town</label> <input id="town" role="combobox" aria-expanded="false" aria-controls="towns">
      <ul id="towns" role="listbox" aria-label="Towns" hidden><li role="option">Bath <img id="in-list" src="data:,"></li></ul>`,
      `const at = (id) => document.getElementById(id);
      const show = (opener, part, open) => { part.hidden = !open; opener.setAttribute("aria-expanded", open); };
      at("t1").onkeydown = ({ key }) => {
        if (key !== "ArrowRight") return;
        at("p1").hidden = true; at("p2").hidden = false; at("t2").focus();
        at("t1").setAttribute("aria-selected", false); at("t2").setAttribute("aria-selected", true);
      };
      at("menu").onkeydown = ({ key }) => { if (["ArrowDown", "Escape"].includes(key)) show(at("menu"), at("items"), key === "ArrowDown"); };
      at("tree").onkeydown = ({ key }) => { if (key === "ArrowRight") show(at("tree"), at("tree").querySelector("ul"), true); };
      at("town").oninput = () => show(at("town"), at("towns"), at("town").value !== "");
      at("town").onblur = () => show(at("town"), at("towns"), false);`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(Object.keys(reachOf(pages[0], "image-alt")).sort()).toEqual(["#in-list", "#in-menu", "#in-tab", "#in-tree"]);
});

test("stops scrolling an endless page, and says that not everything was tested @long", async ({ engine, serve }) => {
  const feed = (most: number) =>
    withScript(
      `<div id="feed"><p style="height: 1500px">1</p></div>`,
      `let count = 1;
      addEventListener("scroll", () => {
        if (scrollY + innerHeight < document.documentElement.scrollHeight - 50 || count >= ${most}) return;
        count += 1;
        document.getElementById("feed").insertAdjacentHTML("beforeend",
          '<p style="height: 2000px">' + count + (count === 3 ? ' <img id="third" src="data:,">' : "") + "</p>");
      });`,
    );
  const site = await serve(() => ({ "/endless": feed(10_000), "/long": feed(3) }));
  for (const [path, isWhole] of [
    ["/endless", false],
    ["/long", true],
  ] as const) {
    const { pages } = await scan(engine, `${site.origin}${path}`, { max_pages: 1, states: true });
    expect(reachOf(pages[0], "image-alt")).toEqual({ "#third": "scroll to the end" });
    expect(pages[0]?.states?.is_whole).toBe(isWhole);
  }
});

test("finds content that appears when options in a form are chosen, and doesn't choose options that delete something @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": withScript(
      `<label><input type="checkbox" id="gift"> Gift</label><p id="note" hidden>Wrapped in paper <img id="in-gift" src="data:,"></p>
      <label><input type="checkbox" id="wipe"> Delete my data</label><p id="wiped" hidden>Everything is gone <img id="in-wipe" src="data:,"></p>
      <label for="land">Country</label> <select id="land"><option>Britain</option><option>America</option></select>
      <p id="state" hidden>Ships within a week <img id="in-land" src="data:,"></p>
      <label for="day">Day</label> <input id="day"><p id="days" hidden>Pick a day <img id="in-day" src="data:,"></p>`,
      `const at = (id) => document.getElementById(id);
      at("gift").onchange = () => { at("note").hidden = !at("gift").checked; };
      at("wipe").onchange = () => { at("wiped").hidden = !at("wipe").checked; };
      at("land").onchange = () => { at("state").hidden = at("land").selectedIndex !== 1; };
      at("day").onclick = () => { at("days").hidden = false; };
      at("day").onblur = () => { at("days").hidden = true; };`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { max_pages: 1, states: true });
  expect(reachOf(pages[0], "image-alt")).toEqual({
    "#in-gift": "select “Gift”",
    "#in-land": "select “Country”",
    "#in-day": "move focus to “Day”",
  });
});

const opensLoudly = (id: string) =>
  withScript(`<details ontoggle="fetch('/used')"><summary>More</summary><img id="${id}" src="data:,"></details>`, "");
const signInForm = soundPage(
  `<p>Please sign in to continue.</p><form method="post" action="/sign-in"><p><label>Email address <input type="email" name="login"></label></p>
  <p><label>Password <input type="password" name="pw"></label></p><p><button>Sign in</button></p></form>
  <details ontoggle="fetch('/used')"><summary>Help</summary><img id="other" src="data:,"></details>`,
  "",
  "Sign in",
);
const changed: [string, (foreign: string) => Answer][] = [
  ["another website", (foreign) => redirectTo(`${foreign}/home`)],
  ["another page", () => redirectTo("/other")],
  ["a sign-in form", () => signInForm],
  ...[403, 429, 503].map((status): [string, () => Answer] => [
    `status ${status}`,
    () => (_request, response) => response.writeHead(status, { "content-type": "text/html" }).end(opensLoudly("other")),
  ]),
];
for (const [title, later] of changed)
  test(`doesn't explore anything if ${title} is shown when the page is loaded again @long`, async ({
    engine,
    serve,
  }) => {
    const foreign = await serve(() => ({ "*": opensLoudly("other") }));
    const site = await serve(() => ({
      "/page": thenLater(opensLoudly("own"), later(foreign.origin)),
      "/other": opensLoudly("other"),
      "/used": "",
    }));
    const { pages } = await scan(engine, `${site.origin}/page`, { max_pages: 1, states: true });
    expect(pages[0]?.error).toBeNull();
    expect(pages[0]?.states).toEqual({ found: [], blocked: [], is_whole: false });
    expect(reachOf(pages[0], "image-alt")).toEqual({});
    expect([...foreign.hits, ...site.hits].filter((hit) => hit === "/used")).toEqual([]);
  });
