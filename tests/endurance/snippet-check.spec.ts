import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScannerPort } from "@/server/adapters/scanner/port";
import { processWide } from "@/server/core/process-wide";
import { fixByModel, fixByRules } from "@/server/domains/audits/fixes/create-fix";
import { familyOf } from "@/server/domains/audits/fixes/families";
import { draftFixes } from "@/server/domains/audits/fixes/fixers";
import { createSnippetChecker } from "@/server/scanner/check-snippet";
import { failingSnippets } from "../fixtures/failing-snippets";
import { replayRepairs } from "../support/model";
import { rounds } from "../support/rounds";
import { expect, test } from "../support/scanner/scan";

/** One in this many snippets is checked; snippets that rules can't fix are always checked. */
const step = Math.max(
  1,
  Math.round(failingSnippets.length / rounds("SNIPPETS", { usual: 15, promised: failingSnippets.length })),
);
const isChosen = ({ rule_id, html }: { rule_id: string; html: string }, index: number): boolean =>
  index % step === 0 || draftFixes(rule_id, html).length === 0;

const chosen = processWide<ScannerPort>("scanner");

/** A scanner that checks snippets in this process, and does nothing else. */
let scanner: ScannerPort;
test.beforeAll(({ engine }) => {
  scanner = chosen.value = {
    kind: "embedded",
    location: "this process",
    check: createSnippetChecker(engine.browsers),
    fix: () => Promise.resolve(null),
    tryOnPages: () => Promise.resolve(null),
    trySignIn: () => Promise.resolve(null),
    tryJourney: () => Promise.resolve(null),
    start: () => Promise.reject(new Error("no scans here")),
    cancel: () => Promise.resolve(),
    health: () => Promise.resolve({ ok: true, browser: {} }),
    onRestart: () => () => undefined,
    stop: () => Promise.resolve(),
  };
});
test.afterAll(() => {
  chosen.value = undefined;
});

const count = (outcomes: readonly { family: string; verified: boolean }[]): string =>
  ["alt", "label", "parent", "fallback"]
    .map((family) => {
      const mine = outcomes.filter((each) => each.family === family);
      return `${family} ${mine.filter(({ verified }) => verified).length}/${mine.length}`;
    })
    .join(", ");

test("every failing snippet fails its rule, and rule-based fixes cover all snippets of three families and most of the others", async () => {
  test.setTimeout(600_000);
  expect(failingSnippets.length).toBeGreaterThanOrEqual(60);
  const outcomes: { family: string; verified: boolean }[] = [];
  for (const { rule_id, html } of failingSnippets.filter(isChosen)) {
    const family = familyOf(rule_id);
    const { verified, finding, fix } = await fixByRules({ family, rule_id, html });
    outcomes.push({ family, verified });
    if (!verified && draftFixes(rule_id, html).length === 0) {
      expect(fix.correct_code, rule_id).toBe(html);
      expect(await scanner.check({ rule_id, before: html, after: `${html} ` })).toMatchObject({ reproduced: true });
    } else expect({ rule_id, html, verified, finding }).toMatchObject({ verified: true, finding: null });
  }
  console.log(`verified by rules alone: ${count(outcomes)}`);
  const families = outcomes.filter(({ family }) => family !== "fallback");
  expect(families.every(({ verified }) => verified)).toBe(true);
  const withoutDraft = failingSnippets.filter(({ rule_id, html }) => draftFixes(rule_id, html).length === 0);
  expect(withoutDraft.length / failingSnippets.length).toBeLessThan(0.1);
});

test("fixes written by people pass the guard and the check that a model's fixes must pass", async () => {
  test.setTimeout(600_000);
  const model = replayRepairs();
  const outcomes: { family: string; verified: boolean }[] = [];
  for (const { rule_id, html, repaired } of failingSnippets.filter(isChosen)) {
    if (repaired === undefined) continue;
    const family = familyOf(rule_id);
    const { verified, finding } = await fixByModel(model, { family, rule_id, html });
    expect({ rule_id, html, verified, finding }).toMatchObject({ verified: true });
    outcomes.push({ family, verified });
  }
  console.log(`verified with fixes by people: ${count(outcomes)}`);
});

test("a change that fixes nothing is not verified", async () => {
  const check = (rule_id: string, before: string, after: string) => scanner.check({ rule_id, before, after });
  const img = '<img src="a.png">';
  expect(await check("image-alt", img, '<img src="a.png" title="">')).toMatchObject({ verified: false, passes: false });
  expect(await check("image-alt", '<img src="a.png" alt="A">', '<img src="a.png" alt="B">')).toMatchObject({
    verified: false,
    reproduced: false,
  });
  const worse = await check("image-alt", img, '<img src="a.png" alt="A"><button></button>');
  expect(worse).toMatchObject({ verified: false, passes: true });
  expect(worse?.new_failures.map(({ rule_id }) => rule_id)).toEqual(["button-name"]);
  expect(await check("no-such-rule", img, img)).toMatchObject({ verified: false, reproduced: false });
});

test("a snippet sends no requests and runs no scripts while it is checked", async () => {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.end();
  });
  server.on("connect", (_, socket) => {
    reached.push("connect");
    socket.destroy();
  });
  server.on("connection", () => reached.push("connection"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hostile = `
    <link rel="preconnect" href="${origin}"><link rel="dns-prefetch" href="${origin}"><link rel="stylesheet" href="${origin}/s.css">
    <link rel="prefetch" href="${origin}/p"><link rel="prerender" href="${origin}/r"><script src="${origin}/x.js"></script>
    <script>document.querySelectorAll("img").forEach((each) => each.alt = "x"); fetch("${origin}/f"); new WebSocket("${origin.replace("http", "ws")}/w"); location = "${origin}/l"; while (true);</script>
    <img src="${origin}/i.png" srcset="${origin}/j.png 2x" onerror="this.alt='x'; fetch('${origin}/e')">
    <iframe src="${origin}/frame"></iframe><iframe srcdoc="<img src='${origin}/doc.png'><script>parent.document.body.innerHTML=''</script>"></iframe>
    <object data="${origin}/o"></object><embed src="${origin}/m"><video src="${origin}/v" autoplay></video><audio src="${origin}/a" autoplay></audio>
    <style>@import "${origin}/i.css"; body { background: url("${origin}/b.png") } @font-face { font-family: f; src: url("${origin}/f.woff") } p { font-family: f }</style>
    <form id="f" action="${origin}/form"><input autofocus onfocus="document.forms.f.submit()" aria-label="x"></form>
    <svg onload="fetch('${origin}/svg')"><use href="${origin}/u.svg#x"/></svg><a href="${origin}/ping" ping="${origin}/ping2">x</a>
    <meta http-equiv="refresh" content="0;url=${origin}/refresh"><base href="${origin}/"><p>Text</p>`;
  const outcome = await scanner.check({ rule_id: "image-alt", before: hostile, after: hostile });
  // If scripts had run, they would have given the image a text alternative, or would never have stopped.
  expect(outcome).toMatchObject({ verified: false, reproduced: true, passes: false });
  expect(reached).toEqual([]);
  server.close();
});
