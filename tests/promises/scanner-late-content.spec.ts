import { patienceMs } from "@/scripts/test/patience";
import type { PageResult } from "@/server/scanner/contract";
import { callProbeWithRetry } from "@/server/scanner/page/call-probe-with-retry";
import { loadPage } from "@/server/scanner/page/load-page";
import { expect, scan, test } from "../support/scanner/scan";
import { soundPage } from "../support/scanner/serve-site";

const add = (id: string) =>
  `document.querySelector("main").insertAdjacentHTML("beforeend", '<img id="${id}" src="data:,">')`;

/** The ids of images without alternative text. */
const lateImages = (page: PageResult | undefined) =>
  (page?.axe?.violations ?? [])
    .filter(({ rule_id }) => rule_id === "image-alt")
    .flatMap(({ nodes }) => nodes.map(({ selector }) => selector));

const soon: Record<string, string> = {
  "a timer": `setTimeout(() => ${add("late")}, 1700)`,
  "a timer whose delay is text": `setTimeout(() => ${add("late")}, "1700")`,
  "timers that set each other": `let times = 0;
    const again = () => { times += 1; if (times === 8) ${add("late")}; else setTimeout(again, 200); }; again();`,
  "an interval": `let times = 0;
    const timer = setInterval(() => { times += 1; if (times === 3) { clearInterval(timer); ${add("late")}; } }, 500);`,
  "a timer that was cleared and set again": `clearTimeout(setTimeout(() => {}, 1000)); setTimeout(() => ${add("late")}, 1500)`,
  "a drawing loop": `const startedAt = performance.now();
    const draw = () => { if (performance.now() - startedAt > 1500) ${add("late")}; else requestAnimationFrame(draw); };
    draw();`,
  "a worker": `const worker = new Worker(URL.createObjectURL(new Blob(["setTimeout(() => postMessage(1), 1500)"])));
    worker.onmessage = () => ${add("late")}`,
  "a connection": `new EventSource("/events").onmessage = () => ${add("late")}`,
};

test("waits for content that scripts add within two seconds of the page loading @long", async ({ engine, serve }) => {
  const names = Object.keys(soon);
  const site = await serve(() => ({
    "/": soundPage(names.map((_, at) => `<a href="/${at}">Page ${at}</a>`).join(" ")),
    ...Object.fromEntries(
      names.map((name, at) => [
        `/${at}`,
        soundPage(`<script>addEventListener("load", () => { ${soon[name]} });</script>`),
      ]),
    ),
    "/events": (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      setTimeout(() => response.end("data: 1\n\n"), 1_500);
    },
  }));
  const { byPath } = await scan(engine, site.origin, { depth: "quick" });
  const seen = names.map((name, at) => [name, lateImages(byPath[`/${at}`])]);
  expect(seen).toEqual(names.map((name) => [name, ["#late"]]));
});

test("doesn't wait for timers that are due much later or have been cleared", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/later": soundPage("<script>setTimeout(() => {}, 30_000); setInterval(() => {}, 30_000);</script>"),
    "/cleared": soundPage(
      `<script>
        clearTimeout(setTimeout(() => {}, 1_500));
        clearInterval(setInterval(() => {}, 1_500));
        clearTimeout(setInterval(() => {}, 1_500));
      </script>`,
    ),
    "/unfed": soundPage("<p>Nothing more to come.</p>"),
  }));
  const session = engine.browsers.openSession("desktop");
  const waits = await session.withTab(
    async (tab) => {
      const left: number[] = [];
      for (const path of ["/later", "/cleared", "/unfed"]) {
        await loadPage(tab, site.origin + path);
        left.push(await callProbeWithRetry(tab, "lateWorkLeft", { isFed: false }));
      }
      return left;
    },
    { timeoutMs: patienceMs, signal: new AbortController().signal },
  );
  await session.close();
  expect(waits).toEqual([0, 0, 0]);
});

test("observing timers doesn't change how they work for a page", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<script>
        const seen = [];
        const tell = (text) => { seen.push(text); document.title = seen.join("; "); };
        const observed = ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "requestAnimationFrame"];
        for (const name of observed)
          if (!String(window[name]).includes("[native code]") || window[name].name !== name) tell(name + " is visible");
        const id = setTimeout(() => tell("not cleared"), 20);
        clearTimeout(id);
        tell(typeof id);
        try { setTimeout.call({}, () => {}, 1); } catch (error) { tell(error.name); }
        setTimeout(() => {}, { valueOf: () => { tell("delay read"); return 5; } });
        setTimeout("tell('text as code')", 20);
        setTimeout(function (...inputs) { tell([this === window, ...inputs].join(" ")); }, 40, "a", "b");
      </script>`,
    ),
  }));
  const { pages } = await scan(engine, site.origin, { depth: "quick" });
  expect(pages[0]?.title).toBe("number; TypeError; delay read; text as code; true a b");
});

test("scans a page that replaces the functions used to observe timers @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<img name="dispatchEvent" alt="" src="data:,"><img name="addEventListener" alt="" src="data:,">
      <script>
        for (const name of ["get", "apply", "detail", "bubbles", "cancelable", "composed"])
          Object.defineProperty(Object.prototype, name, { get() { throw new Error("replaced " + name); } });
        window.CustomEvent = window.Proxy = window.Number = class { constructor() { throw new Error("replaced"); } };
        Reflect.apply = EventTarget.prototype.dispatchEvent = Performance.prototype.now = () => { throw new Error("replaced"); };
        Object.setPrototypeOf = Array.prototype[Symbol.iterator] = () => { throw new Error("replaced"); };
        setTimeout(() => ${add("late")}, 1500);
        for (let times = 0; times < 20000; times += 1) clearTimeout(setTimeout(() => {}, 1000));
      </script>`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin, { depth: "quick" });
  expect(lateImages(byPath["/"])).toEqual(["#late"]);
});
