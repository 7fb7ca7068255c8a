import type { Tab } from "@/server/scanner/browser/open-tab";
import { sealed } from "@/server/scanner/page/without-requests";
import { found, type RuleCase, testCases, testCasesInShadowRoots } from "../support/scanner/rule-cases";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

/** A form that runs a script when it is submitted, instead of sending data. */
const form = (id: string, script: string, { attributes = "", after = "" } = {}) =>
  `<form id="${id}" novalidate><p><label>Town <input ${attributes}></label>${after}</p><button>Send</button></form>
  <script>document.getElementById("${id}").addEventListener("submit", (event) => { event.preventDefault();
    const form = event.target; const field = form.querySelector("input"); const hint = form.querySelector(".hint"); ${script} });</script>`;

const hint = '<span class="hint"></span>';
const say = 'hint.textContent = "Enter the name of a town.";';

const cases: RuleCase[] = [
  {
    rule: "silent-error",
    body:
      form("one", say, { after: '<span class="hint" id="bad"></span>' }) +
      form("focuses", `${say} field.focus();`, { after: hint }),
  },
  {
    rule: "silent-error",
    head: "<style>.hint { display: none; color: #b00020 } .wrong .hint { display: inline }</style>",
    lang: "cy",
    body:
      form("one", 'form.className = "wrong";', { after: '<span class="hint" id="bad">Rhowch enw tref</span>' }) +
      form("described", 'form.className = "wrong";', {
        attributes: 'aria-describedby="refers"',
        after: '<span class="hint" id="refers">Rhowch enw tref</span>',
      }),
  },
  {
    rule: "silent-error",
    reported: [],
    body: `<script>new WebSocket("ws://" + location.host);</script>${form("one", say, { after: hint })}`,
  },
  {
    rule: "silent-error",
    reported: [],
    body:
      form("late", `${say} setTimeout(() => field.focus(), 500);`, { after: hint }) +
      form("alert", say, { after: '<span role="alert" class="hint"></span>' }),
  },
  {
    rule: "silent-error",
    reported: [],
    body: `<p id="live" aria-live="polite" style="position: absolute; width: 1px; height: 1px; overflow: hidden"></p>
      ${form("elsewhere", `${say} setTimeout(() => { live.textContent = hint.textContent; }, 300);`, { after: hint })}
      ${form("summary", `${say} field.id = "town"; list.innerHTML = '<a href="#town">Enter the name of a town</a>';`, {
        after: `${hint}</p><p id="list">`,
      })}`,
  },
  {
    rule: "silent-error",
    reported: [],
    body:
      form("asks", `fetch("/towns").catch(() => { ${say} });`, { after: hint }) +
      form("inside", say, { after: "" }).replace("Town", 'Town <span class="hint"></span>'),
  },
  {
    rule: "silent-error",
    outcome: "review",
    body:
      form("whole", 'hint.textContent = "Please fill in all fields.";', {
        after: '</p><p><label>Street <input></label></p><p class="hint" id="bad">',
      }) + form("thanks", 'hint.textContent = "Thank you. We have sent you a message.";', { after: hint }),
  },
  {
    rule: "error-text",
    outcome: "review",
    head: "<style>.wrong input { border: 2px solid #b00020 } .word input { border: 2px solid #b00020 } .word label::after { content: 'required' }</style>",
    body:
      form("one", 'form.className = "wrong";', { attributes: 'id="bad"' }) + form("styled", 'form.className = "word";'),
  },
  {
    rule: "error-text",
    outcome: "review",
    body:
      form("marks", 'field.className = "wrong"; field.style.borderColor = "red"; field.focus();', {
        attributes: 'id="bad"',
      }) + form("moves", "field.focus();"),
  },
  {
    rule: "error-text",
    outcome: "review",
    body:
      form("bad", 'form.style.translate = "4px"; setTimeout(() => { form.style.translate = ""; }, 120);') +
      form("resets", "form.reset();"),
  },
  {
    rule: "error-text",
    outcome: "review",
    reported: ["#first", "#second"],
    head: "<style>.wrong { border: 3px solid #b00020 }</style>",
    body: `<div id="place"></div><script>const show = (look) => { place.innerHTML = '<form novalidate><p><label>Town <input id="first"' + look +
        '></label></p><p><label>Street <input id="second"' + look + '></label></p><button>Send</button></form>'; };
      show(""); place.addEventListener("submit", (event) => { event.preventDefault(); show(' class="wrong"'); });</script>`,
  },
  {
    rule: "error-text",
    reported: [],
    body: `${form("says", 'field.style.borderColor = "red"; alert("Enter the name of a town.");')}
      <form id="native"><p><label>Town <input required></label></p><button>Send</button></form>
      <script>native.addEventListener("invalid", () => { native.className = "wrong"; }, true);</script>`,
  },
  {
    rule: "silent-status",
    outcome: "review",
    body: `<form id="shown" role="search"><p><label>Boats <input type="search"></label> <button>Search</button></p></form><p id="bad"></p>
      <form id="said" role="search"><p><label>Routes <input type="search"></label> <button>Search</button></p></form><p role="status" id="state"></p>
      <script>for (const [form, place] of [[shown, bad], [said, state]])
        form.addEventListener("submit", (event) => { event.preventDefault(); place.textContent = "12 results for " + form.id; });</script>`,
  },
  {
    rule: "silent-status",
    outcome: "review",
    body: `<p><button id="add">Add to basket</button> <button id="copy">Copy link</button></p><p id="bad"></p>
      <p role="status" id="said"></p>
      <script>add.onclick = () => { bad.textContent = "1 item added."; };
      copy.onclick = () => { said.textContent = "Link copied"; };</script>`,
  },
  {
    rule: "silent-status",
    outcome: "review",
    reported: "#copy",
    body: `<p><button id="copy">Copy link</button> <button id="more">More</button></p><p id="rest" hidden>The ferry leaves twice a day.</p>
      <script>copy.onclick = () => { const toast = document.createElement("div"); toast.textContent = "Link copied";
        document.body.append(toast); setTimeout(() => toast.remove(), 1500); };
      more.onclick = () => { rest.hidden = false; };</script>`,
  },
  {
    rule: "silent-status",
    outcome: "review",
    body: `<p><label>Plant <input id="plant"></label></p><p id="bad">3 plants found</p>
      <p><label>Letter <input id="letter"></label></p><p id="preview">Preview</p>
      <script>plant.oninput = () => { bad.textContent = (plant.value ? 1 : 3) + " plants found"; };
      letter.oninput = () => { preview.textContent = "Preview: " + letter.value; };</script>`,
  },
  {
    rule: "silent-status",
    outcome: "review",
    reported: ["#books", "#boats"],
    body: `<p><label><input type="checkbox" id="crime"> Crime only</label></p><p id="books"><b>6</b> books found</p>
      <p><label>Colour <select id="colour"><option>All</option><option>Red</option></select></label></p><p id="boats">9 boats found</p>
      <p><label><input type="checkbox" id="large"> Large print</label></p><p id="clock">The time is <b>10</b></p>
      <script>crime.onchange = () => { books.firstElementChild.textContent = crime.checked ? 2 : 6; };
      colour.onchange = () => { boats.textContent = (colour.selectedIndex ? 4 : 9) + " boats found"; };</script>`,
  },
  {
    rule: "silent-status",
    reported: [],
    body: `<p><label><input type="checkbox" id="crime"> Crime only</label> <button id="next" aria-controls="log">Show</button></p>
      <p><label>Colour <select id="colour"><option>All</option><option>Red</option></select></label></p><p id="log"></p>
      <script>let isShown = false;
      crime.onchange = () => next.focus();
      next.onclick = () => { isShown = true; };
      colour.onchange = () => { log.textContent = isShown ? "2 books found" : ""; };</script>`,
  },
  {
    rule: "silent-status",
    reported: [],
    body: `<p><button id="save">Save</button> <button id="remove">Delete all</button></p><p id="log" tabindex="-1"></p>
      <script>save.onclick = () => { log.textContent = "Your changes are saved."; log.focus(); };
      remove.onclick = () => { log.textContent = "All items removed."; };</script>`,
  },
  {
    rule: "silent-status",
    outcome: "review",
    body: form("one", "bad.textContent = 'Thank you for your message.';", { after: '<p class="hint" id="bad"></p>' }),
  },
  {
    rule: "required-mark",
    outcome: "review",
    lang: "ja",
    body: `<form><p><label>お名前＊ <input id="bad"></label></p><p><label>ご住所 <input></label></p><button>送信</button></form>`,
  },
  {
    rule: "required-mark",
    reported: [],
    lang: "ja",
    body: `<form><p>＊は必須です。</p><p><label>お名前＊ <input></label></p><p><label>ご住所 <input></label></p><button>送信</button></form>`,
  },
  {
    rule: "required-mark",
    outcome: "review",
    body: `<form><p><label>Name* <input id="bad"></label></p><p><label>Town* <input required></label></p>
      <p><label>Street <input></label></p><button>Send</button></form>`,
  },
  {
    rule: "required-mark",
    outcome: "review",
    head: "<style>.red { color: #c00 } .star::after { content: '*' }</style>",
    reported: ["#coloured", "#drawn"],
    body: `<form><p><label for="coloured" class="red">Name</label> <input id="coloured"></p>
      <p><label for="drawn" class="star">Town</label> <input id="drawn"></p>
      <p><label for="said" class="red">Street (required)</label> <input id="said"></p><button>Send</button></form>`,
  },
  {
    rule: "required-mark",
    reported: [],
    body: `<form><p>Fields with * are required.</p><p><label>Name* <input></label></p><button>Send</button></form>
      <form><p><label>Rating 5* hotel <input></label></p></form>`,
  },
  {
    rule: "required-mark",
    lang: "cy",
    reported: [],
    body: `<form><p>* Rhaid llenwi</p><p><label>Enw* <input></label></p><button>Anfon</button></form>`,
  },
  {
    rule: "unconnected-hint",
    outcome: "review",
    body: `<form><p><label for="bad">Date</label> <input id="bad"> <small>Format: dd/mm/yyyy</small></p>
      <p><label for="code">Code</label> <input id="code" aria-describedby="digits"> <small id="digits">8 digits</small></p>
      <p><label for="town">Town</label> <input id="town"> <small>We never share it.</small></p>
      <p><label>Year <small>4 digits</small> <input></label></p>
      <div><label for="pin">PIN</label> <input id="pin"> <a href="/pin">For example, forgotten?</a></div></form>`,
  },
  {
    rule: "unconnected-hint",
    outcome: "review",
    reported: ["#below", "#beside"],
    body: `<form><p><label for="below">Password</label><br><input id="below"></p><p>At least 12 characters.</p>
      <p><label for="told">New password</label><br><input id="told" aria-describedby="rule"></p><p id="rule">At least 12 characters.</p>
      <table role="presentation"><tr><td><label for="beside">File</label></td><td><input id="beside"></td><td>Two letters</td></tr></table>
      <table><tr><td><input aria-label="Code"></td><td>Two letters</td></tr></table></form>`,
  },
  {
    rule: "required-mark",
    outcome: "review",
    reported: ["#tinted", "#red"],
    head: "<style>.must { background: #fff3b0 } .red { color: #c00 }</style>",
    body: `<form><p><label>Name <input class="must" id="tinted" required></label></p><p><label>Phone <input></label></p></form>
      <form><p><label>Town (required) <input class="must" required></label></p><p><label>Street <input></label></p></form>
      <form><p><label for="red" class="red">Make</label> <input id="red" required></p><p><label for="marked" class="red">Year*</label>
      <input id="marked" required></p><p><label for="alarm">Alarm</label> <input id="alarm"></p></form>`,
  },
];

testCases(cases);
testCasesInShadowRoots(cases);

test("doesn't report errors in forms that might delete something, make a payment, sign people out or run a search @long", async ({
  engine,
  serve,
}) => {
  const names = ["Delete account", "Pay now", "Sign out", "Konto löschen", "Chercher", "Send"];
  const bad = form("one", say, { after: '<span class="hint" id="bad"></span>' });
  const pages = names.map((name, index) => [`/${index}`, soundPage(bad.replace("Send", name))]);
  const links = pages.map(([path]) => `<a href="${path}">Page ${path}</a> `).join("");
  const site = await serve(() => ({ ...Object.fromEntries(pages), "/": soundPage(`<p>${links}</p>`) }));
  const { byPath } = await scan(engine, site.origin);
  for (const [index, name] of names.entries())
    expect(found(byPath[`/${index}`], "silent-error").failed, name).toEqual(name === "Send" ? ["#bad"] : []);
});

test("submitting a form neither leaves the page nor sends anything @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(`${form("bad", 'fetch("/fetched", { method: "POST" }); form.className = "wrong";')}
      <form id="leaves" action="/sent"><p><label>Name <input></label></p><button>Send</button></form>`),
    "*": soundPage("<p>Another page.</p>"),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  expect(byPath["/"]).toMatchObject({ error: null, depth: "full" });
  expect(found(byPath["/"], "error-text")).toEqual({ failed: [], review: [] });
  expect(site.hits.filter((path) => /sent|fetched/.test(path))).toEqual([]);
});

test("nothing that a page sends because of an interaction reaches the server, even after a delay, from a worker or over a WebSocket @long", async ({
  engine,
  serve,
}) => {
  const button = (id: string, script: string) =>
    `<p><button type="button" id="${id}">Note ${id}</button></p>
    <script>document.getElementById("${id}").addEventListener("click", () => { ${script} });</script>`;
  const workerOf = (code: string) => `URL.createObjectURL(new Blob([\`${code}\`]))`;
  const post = "({ data }) => fetch(data, { method: 'POST' })";
  const unfocused = '<p><a href="/0" style="outline: none">Page 0</a></p>';
  const pages: Record<string, string> = {
    "/again": soundPage(
      button("again", 'const send = () => fetch("/sent-again").catch(() => setTimeout(send, 50)); send();') + unfocused,
    ),
    "/late": soundPage(button("late", 'setTimeout(() => fetch("/sent-late"), 2_000);') + unfocused),
    "/last": soundPage(button("last", 'addEventListener("pagehide", () => navigator.sendBeacon("/sent-last"));')),
    "/worker": soundPage(
      `<script>const worker = new Worker(${workerOf(`onmessage = ${post}`)});</script>
      ${button("inside", 'worker.postMessage(location.origin + "/sent-inside");')}`,
    ),
    "/shared": soundPage(
      `<script>const { port } = new SharedWorker(${workerOf(`onconnect = ({ ports }) => { ports[0].onmessage = ${post}; }`)});</script>
      ${button("shares", 'port.postMessage(location.origin + "/sent-shared");')}`,
    ),
    "/socket": soundPage(button("opens", 'new WebSocket("ws://" + location.host + "/sent-socket");')),
    ...Object.fromEntries(["/0", "/1", "/2", "/3"].map((path) => [path, soundPage("<p>A page.</p>")])),
  };
  const links = Object.keys(pages).map((path) => `<a href="${path}">Page ${path}</a> `);
  const site = await serve(() => ({ "/": soundPage(`<p>${links.join("")}</p>`), ...pages }));
  const { byPath } = await scan(engine, site.origin, { screenshots: { max_height: 1_000, max_bytes: 100_000 } });
  expect(Object.keys(byPath).sort()).toEqual(["/", ...Object.keys(pages)].sort());
  expect(Object.values(byPath).map(({ depth }) => depth)).toEqual(Object.keys(byPath).map(() => "full"));
  expect(site.hits.filter((path) => path.includes("sent"))).toEqual([]);
});

test("keeps only the beginning of very long URLs, and only some of the URLs that a page requests @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": soundPage("<p>A page.</p>") }));
  const session = engine.browsers.openSession("desktop");
  const request = async (tab: Tab, count: number) => {
    await tab.page.evaluate(async (requests) => {
      const urls = Array.from({ length: requests }, (_, index) => `/missing-${index}?${"a".repeat(9_000)}`);
      await Promise.all(urls.map((url) => fetch(url).catch(() => null)));
    }, count);
  };
  const kept = await session.withTab(
    async (tab) => {
      await tab.page.goto(site.origin);
      await request(tab, 3);
      const lengths = () => tab.watch.record.failedRequests.map(({ url }) => url.length);
      await expect.poll(lengths).toEqual([2_000, 2_000, 2_000]);
      const sent: string[] = [];
      await sealed(tab, async (_attempts, noted) => {
        await request(tab, 300);
        sent.push(...noted);
        return true;
      });
      return sent;
    },
    { timeoutMs: 60_000, signal: new AbortController().signal },
  );
  await session.close();
  expect(kept).toHaveLength(200);
  expect(Math.max(...kept.map(({ length }) => length))).toBe(2_000);
});

for (const [what, limit] of [
  ["the audit is cancelled", "cancel"],
  ["the page takes too long", "timeout"],
] as const)
  test(`a page with which the scanner interacts sends nothing when its tab closes because ${what}`, async ({
    engine,
    serve,
  }) => {
    const site = await serve(() => ({ "/": soundPage("<p>A page.</p>") }));
    const session = engine.browsers.openSession("desktop");
    const audit = new AbortController();
    const work = session.withTab(
      async (tab) => {
        await tab.page.goto(site.origin);
        await sealed(tab, async () => true);
        await tab.page.evaluate(() => addEventListener("pagehide", () => navigator.sendBeacon("/sent")));
        if (limit === "cancel") audit.abort(new Error("cancelled"));
        await new Promise(() => undefined);
      },
      { timeoutMs: limit === "timeout" ? 3_000 : 60_000, signal: audit.signal },
    );
    await expect(work).rejects.toThrow(limit === "timeout" ? /longer than 3 seconds/ : "cancelled");
    await session.close();
    expect(site.hits.filter((path) => path.includes("sent"))).toEqual([]);
  });
