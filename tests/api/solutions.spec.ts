import { getScanner } from "@/server/adapters/scanner";
import { answerFileUrl, getStore } from "@/server/adapters/store";
import { forgetSolutions } from "@/server/features/solutions";
import { UNREACHED } from "@/server/features/solutions/check-fix";
import { injections } from "@/tests/fixtures/injections";
import { expect, type RestClient, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { answerOf, dataOf } from "@/tests/support/model";
import { startOpenAi } from "@/tests/support/openai";

interface Solved {
  url: string;
  expires_at: string;
  cached: boolean;
  verified: boolean;
  finding: string | null;
  fix: { current_code: string; correct_code: string; explanation: string };
}

let openai: Awaited<ReturnType<typeof startOpenAi>>;
const dayMs = 86_400_000;
let number = 0;

/** A picture that no other test has asked about. */
const picture = (): string => {
  number += 1;
  return `<img src="/images/reading-lamp.png" class="test-${number}">`;
};
const repaired = (html: string): string => html.replace(">", ' alt="A reading lamp">');

const useModel = () =>
  configure({ OPENAI_API_KEY: "key", OPENAI_BASE_URL: openai.url, OPENAI_MODEL: "model-of-the-test" });
const useRules = () => configure({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined });

test.beforeAll(async () => {
  openai = await startOpenAi();
  await expect.poll(() => getScanner().healthy(), { timeout: 60_000 }).toBe(true);
});
test.afterAll(async () => {
  useRules();
  await openai.stop();
  await getScanner().stop();
});
test.beforeEach(useRules);

const ask = async (client: RestClient, given: object): Promise<Solved> => {
  const reply = await client.post("/api/solutions/", given);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return (reply.body as { data: Solved }).data;
};

test("200: an issue goes in; a link to the stored fix comes out, good for 180 days [#72] [#99] [#100] [#116] [#135]", async ({
  as,
}) => {
  const html = picture();
  const before = Date.now();
  const solved = await ask(as("member"), {
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

test("200: a stored fix is reused without asking the model again, by whoever asks [#126] [#134]", async ({
  as,
  otherOrganisation,
  db,
}) => {
  useModel();
  const html = picture();
  openai.answerBy(({ prompt }) => answerOf(html, repaired(dataOf({ prompt }).html)));
  const first = await ask(as("member"), { rule_id: "image-alt", html });
  expect(first).toMatchObject({ cached: false, verified: true });
  const again = await ask(as("owner"), { rule_id: "image-alt", html: `  ${html}\n` });
  const elsewhere = await ask(otherOrganisation().as("admin"), { rule_id: "image-alt", html });
  for (const reused of [again, elsewhere])
    expect(reused).toMatchObject({ cached: true, verified: true, fix: first.fix });
  expect(openai.asked).toHaveLength(1);
  const row = await db.solution.findFirstOrThrow({
    where: { model: "model-of-the-test" },
    orderBy: { created_at: "desc" },
  });
  expect(row).toMatchObject({ family: "alt", rule_id: "image-alt", object_key: `solutions/${row.hash}.json` });
});

test("200: two who ask at the same moment get the one answer that the model was asked for [#126]", async ({ as }) => {
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
  const both = [ask(as("member"), { rule_id: "image-alt", html }), ask(as("owner"), { rule_id: "image-alt", html })];
  await expect.poll(() => openai.asked.length).toBe(1);
  release();
  const [one, other] = await Promise.all(both);
  expect(one?.fix).toEqual(other?.fix);
  expect([one?.cached, other?.cached].sort()).toEqual([false, true]);
  expect(openai.asked).toHaveLength(1);
});

test("200: after 180 days a fix is made anew, and the old one is removed [#134]", async ({ as, db }) => {
  const html = picture();
  const { url } = await ask(as("member"), { rule_id: "image-alt", html });
  const key = new URL(url).pathname.replace("/api/files/", "");
  const hash = key.replace(/^solutions\/|\.json$/g, "");
  await db.solution.update({ where: { hash }, data: { expires_at: new Date(Date.now() - 1_000) } });
  const anew = await ask(as("member"), { rule_id: "image-alt", html });
  expect(anew.cached).toBe(false);
  expect(Date.parse(anew.expires_at)).toBeGreaterThan(Date.now() + 179 * dayMs);
  while (await forgetSolutions());
  expect(await getStore().head(key)).not.toBeNull();
  while (await forgetSolutions(new Date(Date.now() + 181 * dayMs)));
  expect(await getStore().head(key)).toBeNull();
  expect(await db.solution.count({ where: { hash } })).toBe(0);
});

test("200: an answer of the wrong shape is asked for once more; one that fails the check too, with what the engine found [#125]", async ({
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
  const solved = await ask(as("member"), { rule_id: "image-alt", html });
  expect(solved).toMatchObject({ verified: true, fix: { current_code: html, correct_code: repaired(html) } });
  expect(openai.asked).toHaveLength(3);
  expect(openai.asked[1]?.prompt).toContain("not one JSON object");
  expect(openai.asked[2]?.prompt).toContain("still does not pass");
});

test("200: a fix that fails the check twice is given, and said not to be verified", async ({ as }) => {
  useModel();
  const html = picture();
  openai.answerBy(() => answerOf(html, `<p>${html}</p>`));
  const solved = await ask(as("member"), { rule_id: "image-alt", html });
  expect(solved).toMatchObject({ verified: false, finding: "“image-alt” still does not pass." });
  expect(openai.asked).toHaveLength(2);
});

test("200: what breaks another rule is not verified", async ({ as }) => {
  useModel();
  const html = picture();
  openai.answerBy(() => answerOf(html, `<ul>${repaired(html)}</ul>`));
  const { verified, finding } = await ask(as("member"), { rule_id: "image-alt", html });
  expect({ verified, finding }).toEqual({ verified: false, finding: "It would break another rule: list." });
});

test("200: values, addresses and tokens are taken out before the code leaves", async ({ as }) => {
  useModel();
  const html = `<input name="q${number}" value="what Ada typed" data-csrf-token="s3cr3t"><a href="mailto:ada@example.org?token=t0k3n">Ada</a>`;
  openai.answerBy(({ prompt }) => {
    const code = dataOf({ prompt }).html;
    return answerOf(code, `<label>Search ${code.replace(/<a .*/, "")}</label>${code.replace(/^.*(?=<a )/, "")}`);
  });
  const solved = await ask(as("member"), { rule_id: "label", html });
  expect(solved.verified).toBe(true);
  const left = JSON.stringify([openai.asked, solved]);
  for (const secret of ["what Ada typed", "s3cr3t", "ada@example.org", "t0k3n"]) expect(left).not.toContain(secret);
});

test("200: a website that keeps its code gets a fix by rules, and the model hears nothing", async ({ as }) => {
  useModel();
  const owner = as("owner");
  const added = await owner.post("/api/websites/", {
    url: "https://private.example/",
    settings: { allow_code_sharing: false },
  });
  expect(added.status).toBe(201);
  await owner.post("/api/websites/", { url: "https://open.example/" });
  openai.answerBy(({ prompt }) => answerOf("", repaired(dataOf({ prompt }).html)));
  const askAbout = (page_url?: string) =>
    ask(owner, { rule_id: "image-alt", html: picture(), ...(page_url ? { page_url } : {}) });
  for (const page of [
    "https://private.example/shop?x=1",
    "https://www.private.example/",
    undefined,
    "https://unknown.example/",
  ]) {
    const { fix } = await askAbout(page);
    expect(fix.correct_code).toContain('alt="Reading lamp"');
  }
  expect(openai.asked).toHaveLength(0);
  expect((await askAbout("https://open.example/a")).fix.correct_code).toContain('alt="A reading lamp"');
  expect(openai.asked).toHaveLength(1);
});

test("200: what rules can't repair stays as it is, with what a person has to do", async ({ as }) => {
  const html = `<h4 class="t${number}">Loved this week</h4>`;
  const { verified, finding, fix } = await ask(as("member"), { rule_id: "heading-order", html });
  expect({ verified, correct: fix.correct_code }).toEqual({ verified: false, correct: html });
  expect(finding).toContain("left as it is");
  expect(fix.explanation.length).toBeGreaterThan(60);
});

test("200: a fix that the scanner was not there to check is checked when it is next asked for", async ({ as, db }) => {
  const html = picture();
  const { url } = await ask(as("member"), { rule_id: "image-alt", html });
  const hash = new URL(url).pathname.replace(/^.*solutions\/|\.json$/g, "");
  await db.solution.update({ where: { hash }, data: { verified: false, finding: UNREACHED } });
  expect(await ask(as("member"), { rule_id: "image-alt", html })).toMatchObject({
    cached: true,
    verified: true,
    finding: null,
  });
});

test("400: a rule and its code are needed, and nothing unknown is taken", async ({ as }) => {
  const refuse = async (body: object, path: string) =>
    expect(await as("member").post("/api/solutions/", body)).toFail(400, "invalid_input", [{ path }]);
  await refuse({ html: "<img>" }, "rule_id");
  await refuse({ rule_id: "image-alt" }, "html");
  await refuse({ rule_id: "image-alt", html: "  " }, "html");
  await refuse({ rule_id: "../x", html: "<img>" }, "rule_id");
  await refuse({ rule_id: "image-alt", html: "<img>", page_url: "javascript:x" }, "page_url");
  await refuse({ rule_id: "image-alt", html: "x".repeat(20_001) }, "html");
});

test("401: a visitor gets none", async ({ visitor }) => {
  expect(await visitor.post("/api/solutions/", { rule_id: "image-alt", html: "<img>" })).toFail(
    401,
    "not_authenticated",
  );
});

test("403: a viewer may not have one made", async ({ as }) => {
  const reply = await as("viewer").post("/api/solutions/", { rule_id: "image-alt", html: "<img>" });
  expect(reply).toFail(403, "forbidden", { permission: "solutions.create" });
});

test("502: a model that fails, or twice answers nonsense, and nothing is stored", async ({ as, db }) => {
  useModel();
  const html = picture();
  const before = await db.solution.count();
  openai.answerBy(() => "I'd rather not.");
  expect(await as("member").post("/api/solutions/", { rule_id: "image-alt", html })).toFail(502, "upstream_failed");
  expect(openai.asked).toHaveLength(2);
  openai.refuseNext(500);
  expect(await as("member").post("/api/solutions/", { rule_id: "image-alt", html })).toFail(502, "upstream_failed", {
    status: 500,
  });
  expect(await db.solution.count()).toBe(before);
});

test("502: whatever a page makes a model write, nothing of it is stored", async ({ as, otherOrganisation, db }) => {
  useModel();
  // One organisation may ask twenty times a minute.
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

test("429: fixes are counted for themselves, twenty a minute and organisation", async ({ as, otherOrganisation }) => {
  const html = picture();
  for (let call = 0; call < 20; call += 1)
    expect((await as("member").post("/api/solutions/", { rule_id: "image-alt", html: "" })).status).toBe(400);
  const given = { rule_id: "image-alt", html };
  expect(await as("owner").post("/api/solutions/", given)).toFail(429, "rate_limited", { limit: 20 });
  expect((await as("owner").post("/api/websites/", { url: "https://shop.example/" })).status).toBe(201);
  expect((await otherOrganisation().as("owner").post("/api/solutions/", given)).status).toBe(200);
});
