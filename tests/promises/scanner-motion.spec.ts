import { makeAnimation } from "../support/scanner/make-animation";
import { found, type RuleCase, testCases, testCasesInShadowRoots } from "../support/scanner/rule-cases";
import { expect, scan, test } from "../support/scanner/scan";
import { type Answer, soundPage } from "../support/scanner/serve-site";

const english =
  "The harbour opens at seven every morning, and the ferry to the islands leaves twice a day while the weather allows it.";
const text = `<p>${english}</p><p>${english}</p>`;

const sends =
  (type: string, body: Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { "content-type": type, "cache-control": "max-age=600" }).end(body);
  };

const serveImages = async (): Promise<Record<string, Answer>> => ({
  "/endless.gif": sends("image/gif", await makeAnimation()),
  "/spinner.gif": sends("image/gif", await makeAnimation()),
  "/twice.gif": sends("image/gif", await makeAnimation({ frames: [0, 200], ms: 900, loop: 2 })),
  "/still.gif": sends("image/gif", await makeAnimation({ frames: [0] })),
  "/same.png": sends("image/png", await makeAnimation({ format: "apng", frames: [9, 9, 9] })),
  "/endless.webp": sends("image/webp", await makeAnimation({ format: "webp" })),
  "/endless.png": sends("image/png", await makeAnimation({ format: "apng" })),
  "/long.webp": sends("image/webp", await makeAnimation({ format: "webp", ms: 2_000, loop: 3 })),
});

const picture = (id: string, file: string, attributes = "") =>
  `<p><img id="${id}" src="/${file}" alt="Waves" ${attributes}></p>`;

test("fails images whose files show that they move for more than five seconds, without requesting the files again @long", async ({
  engine,
  serve,
}) => {
  const data = `data:image/gif;base64,${(await makeAnimation()).toString("base64")}`;
  const images = await serveImages();
  const body = `${text}${picture("gif", "endless.gif", 'class="lazyloaded"')}${picture("webp", "endless.webp", 'class="is-loaded"')}${picture("apng", "endless.png")}
    ${picture("long", "long.webp")}<p><img id="data" src="${data}" alt="Waves"></p>${picture("moved", "moved.gif")}
    ${picture("twice", "twice.gif")}${picture("still", "still.gif")}${picture("same", "same.png")}${picture("spinner", "spinner.gif")}
    ${picture("tiny", "endless.gif?tiny", 'width="20" height="15"')}${picture("hidden", "endless.gif?hidden", "hidden")}
    <p class="progress">${picture("busy", "endless.gif?busy")}</p>`;
  const site = await serve(() => ({
    ...images,
    "/moved.gif": (_request, response) => response.writeHead(302, { location: "/endless.gif?target" }).end(),
    "/": soundPage(`${body}<p><a href="/two">More waves</a></p>`),
    "/two": soundPage(`${text}${picture("again", "endless.gif")}`),
  }));
  const { byPath } = await scan(engine, site.origin);
  const { failed, review } = found(byPath["/"], "moving-content");
  expect(failed.sort()).toEqual(["#apng", "#data", "#gif", "#long", "#moved", "#webp"]);
  expect(review).toEqual([]);
  expect(found(byPath["/two"], "moving-content")).toEqual({ failed: ["#again"], review: [] });
  for (const path of ["/endless.webp", "/endless.png", "/long.webp"])
    expect(site.hits.filter((hit) => hit === path)).toHaveLength(1);
});

/** A windmill whose sails turn. */
const mill = (attributes: string, repeat: string, size = 120) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 120 120"><g ${attributes}><path d="M10 56h100v8H10zM56 10v100h8V10z"/>
    <animateTransform attributeName="transform" type="rotate" from="0 60 60" to="360 60 60" dur="4s" ${repeat}/></g></svg>`;

const drawing = (repeat: string) =>
  Buffer.from(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 60'><circle cy='30' r='9'><animate attributeName='cx' values='10;110;10' dur='1s' ${repeat}/></circle></svg>`,
  );

test("moving images need review if a control might stop them or only a small part moves, but those beside a pause button aren't reported @long", async ({
  engine,
  serve,
}) => {
  const images = await serveImages();
  const small = await makeAnimation({ width: 50, height: 40 });
  const slow = await makeAnimation({ ms: 4_000 });
  const site = await serve(() => ({
    ...images,
    "/small.gif": sends("image/gif", small),
    "/slow.gif": sends("image/gif", slow),
    "/drawing.svg": sends("image/svg+xml", drawing("repeatCount='indefinite'")),
    "/": soundPage(
      `${text}${picture("drawn", "drawing.svg", 'width="120"')}<p><img id="inline" src="data:image/svg+xml,${encodeURIComponent(String(drawing("repeatCount='indefinite'")))}" width="120" alt="Wave"></p>
       <p><img id="ends" src="data:image/svg+xml,${encodeURIComponent(String(drawing("repeatCount='2'")))}" width="120" alt="Wave"></p>
       ${picture("small", "small.gif")}${picture("slow", "slow.gif")}
       <p tabindex="0" role="group" aria-label="Player"><img id="player" src="/endless.gif?a" alt="Waves"></p>
       <p><a href="/menu">Menu</a></p>`,
    ),
    "/menu": soundPage(
      `${text}${picture("bad", "endless.gif")}<p><button type="button">Menu</button></p>
       <figure>${picture("paused", "endless.gif?b")}<button type="button" aria-label="Animation anhalten">||</button></figure>`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin);
  const { failed, review } = found(byPath["/"], "moving-content");
  expect(failed).toEqual([]);
  expect(review.sort()).toEqual(["#drawn", "#inline", "#player", "#slow", "#small"]);
  expect(found(byPath["/menu"], "moving-content")).toEqual({ failed: [], review: ["#bad"] });
});

const slide = (number: number) => `<div class="panel"><h2>Offer ${number}</h2><p>${english.slice(0, 60)}</p></div>`;
const slides = (count = 4) => Array.from({ length: count }, (_, index) => slide(index)).join("");
const track = `<style>.view { width: 400px; overflow: hidden } #bad { display: flex; width: 1600px; transition: transform .4s } .panel { width: 400px }</style>`;

const cases: RuleCase[] = [
  {
    rule: "moving-content",
    body: `${text}${mill('id="bad"', 'repeatCount="indefinite"')}
      ${mill("", 'repeatCount="3"')}${mill("", 'repeatCount="indefinite" begin="click"')}${mill('class="spinner"', 'repeatCount="indefinite"')}
      ${mill("", 'repeatCount="indefinite"', 20)}${mill('style="visibility: hidden"', 'repeatCount="indefinite"')}`,
  },
  {
    rule: "moving-content",
    outcome: "review",
    body: `${text}<p aria-hidden="true">${mill('id="bad"', 'repeatCount="indefinite"')}</p>`,
  },
  {
    rule: "moving-content",
    outcome: "review",
    body: `${text}<p>${["bad", "intro", "still"].map((id) => `<canvas id="${id}" width="200" height="100" aria-hidden="true"></canvas>`).join("")}
      <canvas id="spinner" class="spinner" width="200" height="100"></canvas></p><section><canvas id="stops" width="200" height="100"></canvas> <button type="button">Pause</button></section>
      <script>const began = performance.now(); const draw = () => {
        for (const canvas of document.querySelectorAll("canvas")) {
          const [context, gone] = [canvas.getContext("2d"), performance.now() - began];
          context.clearRect(0, 0, 200, 100);
          context.fillRect(canvas.id === "still" ? 9 : (canvas.id === "intro" ? Math.min(gone, 2000) : gone) / 9 % 180, 20, 20, 20);
        }
        requestAnimationFrame(draw); }; draw();</script>`,
  },
  {
    rule: "moving-content",
    body: `${text}<div style="width: 300px; overflow: hidden"><p id="bad" style="width: 600px">${english}</p></div>
      <script>const step = () => { bad.style.transform = "translateX(-" + (performance.now() / 20) % 300 + "px)"; requestAnimationFrame(step); }; step();</script>`,
  },
  {
    rule: "moving-content",
    body: `${text}<div id="bad" style="width: 300px; height: 24px; overflow: hidden; white-space: nowrap"><p style="margin: 0">${english.repeat(4)}</p></div>
      <script>setInterval(() => { bad.scrollLeft += 2; if (bad.scrollLeft > 1000) bad.scrollLeft = 0; }, 30);</script>`,
  },
  {
    rule: "moving-content",
    outcome: "review",
    head: track,
    reported: ".view",
    body: `${text}<div class="view carousel"><div id="bad">${slides()}</div></div>
      <script>let at = 0; setInterval(() => { at = (at + 1) % 4; bad.style.transform = "translateX(-" + at * 400 + "px)"; }, 4000);</script>`,
  },
  {
    rule: "moving-content",
    outcome: "review",
    head: track,
    reported: ".view",
    body: `${text}<div class="view"><div id="bad">${slides()}</div></div>
      <script>let at = 0; setInterval(() => { at = (at + 1) % 4; bad.style.transform = "translateX(-" + at * 400 + "px)"; }, 2000);</script>`,
  },
  {
    rule: "moving-content",
    outcome: "review",
    head: "<style>.panel { display: none } .panel.on { display: block }</style>",
    body: `${text}<div class="slideshow"><div id="bad">${slides(3).replace("panel", "panel on")}</div></div>
      <script>const all = [...document.querySelectorAll(".panel")]; let at = 0;
      setInterval(() => { all[at].classList.remove("on"); at = (at + 1) % 3; all[at].classList.add("on"); }, 3500);</script>`,
  },
  {
    rule: "moving-content",
    outcome: "review",
    body: `${text}<p><button type="button">Menu</button></p><div style="width: 300px; overflow: hidden"><p id="bad" style="width: 600px">${english}</p></div>
      <script>let at = 0; setInterval(() => { at = (at + 2) % 300; bad.style.marginLeft = -at + "px"; }, 30);</script>`,
  },
  {
    // Harmless: movement that ends by itself, is started by people or can be stopped with a button; a growing progress
    // bar; a carousel at rest.
    rule: "moving-content",
    head: track,
    reported: [],
    body: `${text}<div style="width: 300px; overflow: hidden"><p id="intro" style="width: 600px">${english}</p></div>
      <section><div class="view carousel"><div id="stoppable" style="display: flex; width: 1600px">${slides()}</div></div><button type="button" aria-label="Pause">||</button></section>
      <div class="view carousel"><div id="bad">${slides()}</div><button type="button" id="next">Next</button></div>
      <p id="started" style="position: relative">${english}</p><p><button type="button" id="start">Start</button></p>
      <div style="width: 300px; background: #eee"><div id="bar" style="background: #225; color: #fff; width: 0">Sent so far</div></div>
      <script>const began = performance.now(); const step = () => { const gone = performance.now() - began;
        intro.style.transform = "translateX(-" + Math.min(300, gone / 8) + "px)"; bar.style.width = Math.min(300, gone / 20) + "px";
        if (gone < 6000) requestAnimationFrame(step); }; step();
      let at = 0; setInterval(() => { at = (at + 1) % 4; stoppable.style.transform = "translateX(-" + at * 400 + "px)"; }, 2000);
      next.addEventListener("click", () => { bad.style.transform = "translateX(-400px)"; });
      start.addEventListener("click", () => setInterval(() => { started.style.left = (performance.now() / 10) % 300 + "px"; }, 30));</script>`,
  },
];

testCases(cases);
testCasesInShadowRoots(cases);

test("ten thousand moving elements don't prevent a page from being scanned @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      `${text}<p><img src="data:," width="40" height="40"></p><div id="field"></div><script>
       for (let index = 0; index < 10000; index += 1) field.append(Object.assign(document.createElement("b"), { textContent: "Snow " }));
       const all = [...field.children]; let at = 0;
       setInterval(() => { at += 3; for (const each of all) each.style.marginLeft = (at % 90) + "px"; }, 200);</script>`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  // On a busy machine, some of the slower rules may run out of time.
  const page = byPath["/"];
  expect(page?.error).toBeNull();
  expect(page?.axe?.violations.map(({ rule_id }) => rule_id)).toContain("image-alt");
});
