import { randomUUID } from "node:crypto";
import { getLimiter } from "@/server/adapters/limiter";
import { answerFileUrl, getStore } from "@/server/adapters/store";
import { limits } from "@/server/core/limits";
import { purgeSolutions } from "@/server/domains/audits/fixes";
import { UNREACHED } from "@/server/domains/audits/fixes/check-fix";
import { StoredDetails } from "@/server/domains/audits/fixes/contract";
import { PAGE_UNREACHED } from "@/server/domains/audits/fixes/fix-in-page";
import { injections } from "@/tests/fixtures/injections";
import { expect, type RestClient, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { startLocalScanner } from "@/tests/support/local-scanner";
import { answerOf, dataOf } from "@/tests/support/model";
import { startOpenAi } from "@/tests/support/openai";
import { serveSite, soundPage } from "@/tests/support/scanner/serve-site";

interface Solved {
  url: string;
  expires_at: string;
  cached: boolean;
  verified: boolean;
  verified_in: "page" | "snippet" | null;
  finding: string | null;
  page_finding: string | null;
  placeholders: string[];
  fix: { current_code: string; correct_code: string; explanation: string };
}

let openai: Awaited<ReturnType<typeof startOpenAi>>;
const dayMs = 86_400_000;
let number = 0;

/** Returns an image element that no other test uses. */
const picture = (): string => {
  number += 1;
  return `<img src="/images/reading-lamp.png" class="test-${number}">`;
};
const repaired = (html: string): string => html.replace(">", ' alt="A reading lamp">');

const useModel = () =>
  configure({ OPENAI_API_KEY: "key", OPENAI_BASE_URL: openai.url, OPENAI_MODEL: "model-of-the-test" });
const useRules = () => configure({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined });

let stopScanner: () => Promise<void>;

test.beforeAll(async () => {
  openai = await startOpenAi();
  stopScanner = await startLocalScanner();
});
test.afterAll(async () => {
  useRules();
  await openai.stop();
  await stopScanner();
});
test.beforeEach(useRules);

const requestFix = async (client: RestClient, given: object): Promise<Solved> => {
  const reply = await client.post("/api/solutions/", given);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return (reply.body as { data: Solved }).data;
};

test("returns 200 with a link, valid for 180 days, to the stored fix for a finding [#72] [#99] [#100] [#116] [#135] @long", async ({
  as,
}) => {
  const html = picture();
  const before = Date.now();
  const solved = await requestFix(as("member"), {
    rule_id: "image-alt",
    html,
    page_url: "https://shop.example/",
    selector: "img",
  });
  expect(solved).toMatchObject({ cached: false, verified: true, finding: null });
  expect(Date.parse(solved.expires_at) - before).toBeGreaterThan(180 * dayMs - 60_000);
  expect(Date.parse(solved.expires_at) - before).toBeLessThan(180 * dayMs + 600_000);
  const url = new URL(solved.url);
  expect(Math.abs(Number(url.searchParams.get("expires")) * 1_000 - Date.parse(solved.expires_at))).toBeLessThan(5_000);
  const file = await answerFileUrl(url);
  expect(file.headers.get("content-type")).toContain("application/json");
  const stored = (await file.json()) as object;
  expect(Object.keys(stored).sort()).toEqual(["correct_code", "current_code", "explanation"]);
  expect(stored).toEqual(solved.fix);
  expect(solved.fix).toMatchObject({ current_code: html, correct_code: html.replace(">", ' alt="Reading lamp">') });
  url.searchParams.set("expires", String(Number(url.searchParams.get("expires")) + 1));
  await expect(answerFileUrl(url)).rejects.toMatchObject({ code: "invalid_signature" });
});

test("tries a fix on a page of the organisation's own website, and doesn't show it to any other organisation [#72] @long", async ({
  as,
  db,
  org_id,
  otherOrganisation,
}) => {
  const site = await serveSite(() => ({
    "/": soundPage(`<p class="hint">One</p><p class="hint">Two</p>`, "<style>.hint { color: #999 }</style>"),
  }));
  const given = { rule_id: "color-contrast", html: '<p class="hint">One</p>', selector: ".hint:nth-child(2)" };
  const page_url = `${site.origin}/`;
  const before = await requestFix(as("member"), { ...given, page_url });
  expect(before).toMatchObject({ verified: false, verified_in: null, page_finding: null });
  expect(site.hits).toEqual([]);
  await db.website.create({ data: { id: randomUUID(), org_id, url: page_url, name: "Site" } });
  const solved = await requestFix(as("member"), { ...given, page_url });
  expect(solved).toMatchObject({
    page_finding: null,
    cached: false,
    verified: true,
    verified_in: "page",
    finding: null,
    placeholders: [],
    cleared_findings: 2,
    moved_px: 0,
    fix: { current_code: ".hint {\n  color: #999;\n}" },
  });
  expect(solved.fix.correct_code).toMatch(/^\.hint \{\n {2}color: #[0-9a-f]{6};\n\}$/);
  expect(await requestFix(as("owner"), { ...given, page_url })).toMatchObject({
    ...solved,
    cached: true,
    url: expect.any(String),
  });
  expect(await requestFix(otherOrganisation().as("admin"), { ...given, page_url })).toMatchObject({ verified: false });
  const hash = new URL(solved.url).pathname.replace(/^.*solutions\/|\.json$/g, "");
  const row = await db.solution.findUniqueOrThrow({ where: { hash } });
  const unreached = { ...StoredDetails.parse(row.details), verified_in: null, page_finding: PAGE_UNREACHED };
  await db.solution.update({ where: { hash }, data: { verified: false, details: unreached } });
  expect(await requestFix(as("owner"), { ...given, page_url })).toMatchObject({ cached: false, verified_in: "page" });
  await site.close();
  const gone = await requestFix(as("member"), { rule_id: "image-alt", html: picture(), selector: "img", page_url });
  expect(gone).toMatchObject({ verified: true, verified_in: "snippet", placeholders: ["Reading lamp"] });
  expect(gone.page_finding).toContain("couldn't be opened");
});

test("reuses a stored fix for every caller without calling the model again [#126] [#134] @long", async ({
  as,
  otherOrganisation,
  db,
}) => {
  useModel();
  const html = picture();
  openai.answerBy(({ prompt }) => answerOf(html, repaired(dataOf({ prompt }).html)));
  const first = await requestFix(as("member"), { rule_id: "image-alt", html });
  expect(first).toMatchObject({ cached: false, verified: true });
  const again = await requestFix(as("owner"), { rule_id: "image-alt", html: `  ${html}\n` });
  const elsewhere = await requestFix(otherOrganisation().as("admin"), { rule_id: "image-alt", html });
  for (const reused of [again, elsewhere])
    expect(reused).toMatchObject({ cached: true, verified: true, fix: first.fix });
  expect(openai.received).toHaveLength(1);
  const row = await db.solution.findFirstOrThrow({
    where: { model: "model-of-the-test" },
    orderBy: { created_at: "desc" },
  });
  expect(row).toMatchObject({ family: "alt", rule_id: "image-alt", object_key: `solutions/${row.hash}.json` });
});

test("two simultaneous requests share one response from the model [#126]", async ({ as }) => {
  useModel();
  const html = picture();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  openai.answerBy(async () => {
    await gate;
    return answerOf(html, repaired(html));
  });
  const both = [
    requestFix(as("member"), { rule_id: "image-alt", html }),
    requestFix(as("owner"), { rule_id: "image-alt", html }),
  ];
  await expect.poll(() => openai.received.length).toBe(1);
  release();
  const [one, other] = await Promise.all(both);
  expect(one?.fix).toEqual(other?.fix);
  expect([one?.cached, other?.cached].sort()).toEqual([false, true]);
  expect(openai.received).toHaveLength(1);
});

test("creates a fix again after 180 days and deletes the old one [#134] @long", async ({ as, db }) => {
  const html = picture();
  const { url } = await requestFix(as("member"), { rule_id: "image-alt", html });
  const key = new URL(url).pathname.replace("/api/files/", "");
  const hash = key.replace(/^solutions\/|\.json$/g, "");
  await db.solution.update({ where: { hash }, data: { expires_at: new Date(Date.now() - 1_000) } });
  const anew = await requestFix(as("member"), { rule_id: "image-alt", html });
  expect(anew.cached).toBe(false);
  expect(Date.parse(anew.expires_at)).toBeGreaterThan(Date.now() + 179 * dayMs);
  while (await purgeSolutions());
  expect(await getStore().head(key)).not.toBeNull();
  while (await purgeSolutions(new Date(Date.now() + 181 * dayMs)));
  expect(await getStore().head(key)).toBeNull();
  expect(await db.solution.count({ where: { hash } })).toBe(0);
});

test("retries once if a response has the wrong shape, and once, with the engine's findings, if a fix fails the check [#125] @long", async ({
  as,
}) => {
  useModel();
  const html = picture();
  const answers = [
    "I can't do that.",
    answerOf(html, html.replace(">", ' title="">')),
    `\`\`\`json\n${answerOf(html, repaired(html))}\n\`\`\``,
  ];
  openai.answerBy(() => answers.shift() ?? "");
  const solved = await requestFix(as("member"), { rule_id: "image-alt", html });
  expect(solved).toMatchObject({ verified: true, fix: { current_code: html, correct_code: repaired(html) } });
  expect(openai.received).toHaveLength(3);
  expect(openai.received[1]?.prompt).toContain("must be one JSON object");
  expect(openai.received[2]?.prompt).toContain("still fails");
});

test("marks a fix as not verified if it fails the check twice @long", async ({ as }) => {
  useModel();
  const html = picture();
  openai.answerBy(() => answerOf(html, `<p>${html}</p>`));
  const solved = await requestFix(as("member"), { rule_id: "image-alt", html });
  expect(solved).toMatchObject({ verified: false, finding: "“image-alt” still fails." });
  expect(openai.received).toHaveLength(2);
});

test("does not verify a fix that breaks another rule @long", async ({ as }) => {
  useModel();
  const html = picture();
  openai.answerBy(() => answerOf(html, `<ul>${repaired(html)}</ul>`));
  const { verified, finding } = await requestFix(as("member"), { rule_id: "image-alt", html });
  expect({ verified, finding }).toEqual({
    verified: false,
    finding: "The fix would cause another rule to fail: list.",
  });
});

test("removes values, URLs and tokens from the code before sending it to the model", async ({ as }) => {
  useModel();
  const html = `<input name="q${number}" value="what Ada typed" data-csrf-token="s3cr3t"><a href="mailto:ada@example.org?token=t0k3n">Ada</a>`;
  openai.answerBy(({ prompt }) => {
    const code = dataOf({ prompt }).html;
    return answerOf(code, `<label>Search ${code.replace(/<a .*/, "")}</label>${code.replace(/^.*(?=<a )/, "")}`);
  });
  const solved = await requestFix(as("member"), { rule_id: "label", html });
  expect(solved.verified).toBe(true);
  const left = JSON.stringify([openai.received, solved]);
  for (const secret of ["what Ada typed", "s3cr3t", "ada@example.org", "t0k3n"]) expect(left).not.toContain(secret);
});

test("returns a rule-based fix without calling the model if the website keeps its code private @long", async ({
  as,
}) => {
  useModel();
  const owner = as("owner");
  const added = await owner.post("/api/websites/", {
    url: "https://private.example/",
    settings: { allow_code_sharing: false },
  });
  expect(added.status).toBe(201);
  await owner.post("/api/websites/", { url: "https://open.example/" });
  openai.answerBy(({ prompt }) => answerOf("", repaired(dataOf({ prompt }).html)));
  const requestFixFor = (page_url?: string) =>
    requestFix(owner, { rule_id: "image-alt", html: picture(), ...(page_url ? { page_url } : {}) });
  for (const page of [
    "https://private.example/shop?x=1",
    "https://www.private.example/",
    undefined,
    "https://unknown.example/",
  ]) {
    const { fix } = await requestFixFor(page);
    expect(fix.correct_code).toContain('alt="Reading lamp"');
  }
  expect(openai.received).toHaveLength(0);
  expect((await requestFixFor("https://open.example/a")).fix.correct_code).toContain('alt="A reading lamp"');
  expect(openai.received).toHaveLength(1);
});

test("without a model, doesn't change code that has no rule-based fix, and explains what a person has to do", async ({
  as,
}) => {
  const html = `<h4 class="t${number}">Loved this week</h4>`;
  const { verified, finding, fix } = await requestFix(as("member"), { rule_id: "heading-order", html });
  expect({ verified, correct: fix.correct_code }).toEqual({ verified: false, correct: html });
  expect(finding).toContain("nothing to check");
  expect(fix.explanation.length).toBeGreaterThan(60);
});

test("checks a fix on the next request if the scanner was unavailable earlier @long", async ({ as, db }) => {
  const html = picture();
  const { url } = await requestFix(as("member"), { rule_id: "image-alt", html });
  const hash = new URL(url).pathname.replace(/^.*solutions\/|\.json$/g, "");
  await db.solution.update({ where: { hash }, data: { verified: false, finding: UNREACHED } });
  expect(await requestFix(as("member"), { rule_id: "image-alt", html })).toMatchObject({
    cached: true,
    verified: true,
    finding: null,
  });
});

test("returns 400 if the rule or the code is missing, or if any field is invalid", async ({ as }) => {
  const refuse = async (body: object, path: string) =>
    expect(await as("member").post("/api/solutions/", body)).toFail(400, "invalid_input", [{ path }]);
  await refuse({ html: "<img>" }, "rule_id");
  await refuse({ rule_id: "image-alt" }, "html");
  await refuse({ rule_id: "image-alt", html: "  " }, "html");
  await refuse({ rule_id: "../x", html: "<img>" }, "rule_id");
  await refuse({ rule_id: "image-alt", html: "<img>", page_url: "javascript:x" }, "page_url");
  await refuse({ rule_id: "image-alt", html: "x".repeat(20_001) }, "html");
});

test("returns 401 to an anonymous caller", async ({ visitor }) => {
  expect(await visitor.post("/api/solutions/", { rule_id: "image-alt", html: "<img>" })).toFail(
    401,
    "not_authenticated",
  );
});

test("returns 403 when a viewer requests a fix", async ({ as }) => {
  const reply = await as("viewer").post("/api/solutions/", { rule_id: "image-alt", html: "<img>" });
  expect(reply).toFail(403, "forbidden", { permission: "solutions.create" });
});

test("returns 502 when the model fails or responds with nonsense twice, and stores nothing", async ({ as, db }) => {
  useModel();
  const html = picture();
  const before = await db.solution.count();
  openai.answerBy(() => "I'd rather not.");
  expect(await as("member").post("/api/solutions/", { rule_id: "image-alt", html })).toFail(502, "upstream_failed");
  expect(openai.received).toHaveLength(2);
  openai.refuseNext(500);
  expect(await as("member").post("/api/solutions/", { rule_id: "image-alt", html })).toFail(502, "upstream_failed", {
    status: 500,
  });
  expect(await db.solution.count()).toBe(before);
});

test("returns 502 and stores nothing, whatever response a page tricks the model into giving", async ({
  as,
  otherOrganisation,
  db,
}) => {
  useModel();
  // One organisation can request twenty fixes a minute.
  const askers = [as("owner"), otherOrganisation().as("member"), otherOrganisation().as("admin")];
  const before = await db.solution.count();
  expect(injections.length).toBeGreaterThanOrEqual(40);
  for (const [index, { name, html, correct_code, explanation }] of injections.entries()) {
    openai.answerBy(() => answerOf(html, correct_code, explanation));
    const client = askers[index % askers.length] ?? as("owner");
    const reply = await client.post("/api/solutions/", { rule_id: "image-alt", html });
    expect(reply, name).toFail(502, "upstream_failed");
  }
  expect(await db.solution.count()).toBe(before);
});

test("returns 429 after twenty new fixes in a minute for one organisation, without counting repeated or invalid requests @long", async ({
  as,
  org_id,
  otherOrganisation,
}) => {
  const requestImageFix = (html: string) => as("owner").post("/api/solutions/", { rule_id: "image-alt", html });
  const known = picture();
  expect((await requestImageFix(known)).status).toBe(200);
  for (let call = 0; call < 5; call += 1) {
    expect((await requestImageFix("")).status).toBe(400);
    expect((await requestImageFix(known)).data.cached).toBe(true);
  }
  const { limit, windowSeconds } = limits.fixes;
  for (let fix = 2; fix < limit; fix += 1) await getLimiter().take({ name: "fixes", limit, windowSeconds }, org_id);
  expect((await requestImageFix(picture())).status).toBe(200);
  const html = picture();
  const refused = await requestImageFix(html);
  expect(refused).toFail(429, "rate_limited", { limit: 20 });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await requestImageFix(known)).status).toBe(200);
  const neighbour = otherOrganisation().as("owner");
  const other = await neighbour.post("/api/solutions/", { rule_id: "image-alt", html });
  expect(other.status).toBe(200);
  const ownStatuses: (number | undefined)[] = [];
  // The second request waits for the first. Even if the first exceeds its organisation's limit, the second has to
  // succeed.
  for (let pair = 0; pair < 4; pair += 1) {
    const wanted = { rule_id: "image-alt", html: picture() };
    const [own, others] = await Promise.all(
      [as("owner"), neighbour].map((each) => each.post("/api/solutions/", wanted)),
    );
    ownStatuses.push(own?.status);
    expect(others?.status).toBe(200);
  }
  expect(ownStatuses).toContain(429);
});
