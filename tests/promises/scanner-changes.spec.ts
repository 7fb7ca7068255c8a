import { found, type RuleCase, testCases, testCasesInShadowRoots } from "../support/scanner/rule-cases";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const area = (id: string, animation: string, { style = "", inner = "" } = {}) =>
  `<div id="${id}" style="width: 500px; height: 300px; animation: ${animation}; ${style}">${inner}</div>`;

const keyframes = `<style>@keyframes light { 0% { background: #fff } 50% { background: #000 } } @keyframes fade { to { opacity: 0 } }
  @keyframes grey { 0% { background: #fff } 50% { background: #eee } } @keyframes slide { to { translate: 50px } }</style>`;

const cases: RuleCase[] = [
  {
    rule: "flashing",
    head: keyframes,
    reported: ["#light", "#fade"],
    body:
      area("light", "light .2s steps(1) infinite") +
      area("fade", "fade .1s infinite alternate", { style: "background: #000" }) +
      area("slow", "light .4s infinite") +
      area("short", "light .2s steps(1) 3"),
  },
  {
    rule: "flashing",
    head: keyframes,
    reported: [],
    body:
      area("grey", "grey .1s infinite") +
      area("moves", "slide .1s infinite", { style: "background: #000" }) +
      area("small", "light .1s infinite", { style: "width: 100px; height: 100px" }) +
      area("covered", "light .1s infinite", { inner: '<div style="height: 300px; background: #fff">Text</div>' }) +
      area("picture", "light .1s infinite", { inner: '<svg width="500" height="300"></svg>' }),
  },
  {
    rule: "flashing",
    outcome: "review",
    head: keyframes,
    body: area("bad", "light .1s infinite", { style: "width: 200px; height: 200px" }),
  },
  {
    rule: "state-contrast",
    head: `<style>a { color: #1a237e; transition: color .2s } #bad:hover { color: #cfd3e6 } button { color: #111; background: #fff }
      #pressed:focus { background: #222 } #fine:hover { color: #fff; background: #222 }
      li { background: #fff } li:hover { background: #222 } li:hover a { color: #fff } li a:hover { color: #eee }</style>`,
    reported: ["#bad", "#pressed"],
    body: `<p><a href="/a" id="bad">Opening hours</a></p><p><button type="button" id="pressed">Send</button></p>
      <p><button type="button" id="fine">Cancel</button></p><ul><li><a href="/b" id="inside">Tickets</a></li></ul>`,
  },
  {
    rule: "state-contrast",
    head: `<style>a { color: #1a237e; position: relative; z-index: 0 } a:hover { color: #fff }
      #slides::before { content: ""; position: absolute; inset: 0; z-index: -1 } #slides:hover::before { background: #222 }
      #picture:hover { background-image: linear-gradient(#222, #333) } #faint { color: #bbb }</style>`,
    reported: [],
    body: `<p><a href="/a" id="slides">Opening hours</a></p><p><a href="/b" id="picture">Tickets</a></p><p><a href="/c" id="faint">News</a></p>`,
  },
];

testCases(cases);
testCasesInShadowRoots(cases);

test("a countdown needs review, but clocks and other numbers don't @long", async ({ engine, serve }) => {
  const body = `<p>Session ends in <b id="bad">1:20</b></p><p id="said">You have 90 seconds left</p>
    <p>Sale: <span>1</span> h <span>12</span> min <span id="part">75</span> s</p>
    <p id="clock">12:04:10</p><p>Visitors: <b id="visitors">80</b></p>
    <script>let gone = 0; setInterval(() => { gone += 1;
      bad.textContent = gone > 20 ? "0:" + (80 - gone) : "1:" + String(20 - gone).padStart(2, "0");
      said.textContent = "You have " + (90 - gone) + " seconds left"; part.textContent = 75 - gone;
      clock.textContent = "12:04:" + (10 + gone); visitors.textContent = 80 - gone * 7; }, 1000);</script>`;
  const site = await serve(() => ({ "/": soundPage(body) }));
  const { byPath } = await scan(engine, site.origin);
  expect(found(byPath["/"], "time-limit")).toEqual({ failed: [], review: ["#bad", "#said", "#part"] });
});
