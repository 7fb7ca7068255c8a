import sharp from "sharp";
import type { ScannerPort } from "@/server/adapters/scanner";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { processWide } from "@/server/core/process-wide";
import { scannerSecret } from "@/server/core/secrets";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { startLocalScanner } from "@/tests/support/local-scanner";
import { createMembersSite, PASSWORD, USER } from "@/tests/support/scanner/members-site";
import { serveSite, type TestSite } from "@/tests/support/scanner/serve-site";
import { uniqueSite } from "@/tests/support/scans";

const chosen = processWide<ScannerPort>("scanner");
const members = createMembersSite();
let stopScanner: () => Promise<void>;
let site: TestSite;

test.beforeAll(async () => {
  stopScanner = await startLocalScanner();
  site = await serveSite(() => members.answers);
});
test.afterAll(async () => {
  await site.close();
  await stopScanner();
});

const addWebsite = async (
  client: SignedIn,
  url = uniqueSite(),
): Promise<{ id: string; path: string; origin: string }> => {
  const { id } = (await client.post("/api/websites/", { url })).data;
  return { id, path: `/api/websites/${id}/sign-in/`, origin: new URL(url).origin };
};

test("saves a sign-in, returns it without its secrets, and deletes it", async ({ as, db, org_id }) => {
  const { path, origin, id } = await addWebsite(as("owner"));
  expect((await as("viewer").get(path)).data).toEqual({ sign_in: null });
  const secrets = { password: "first-secret-password", totp: "JBSWY3DPEHPK3PXP" };
  const form = { kind: "form", url: `${origin}/login`, user_name: "ada", ...secrets, selectors: { submit: "#go" } };
  const signed_in = { url: `${origin}/account`, text: "Hello" };
  const saved = await as("member").post(path, { origins: [`${origin}/`], method: form, signed_in });
  expect(saved.data.sign_in).toEqual({
    ...{ kind: "form", origins: [origin], user_name: "ada", url: `${origin}/login`, selectors: { submit: "#go" } },
    ...{ names: [], has_totp: true, signed_in, tried_at: null, tried_outcome: null, updated_at: expect.any(String) },
  });
  expect((await as("viewer").get(path)).data).toEqual(saved.data);
  const headers = [{ name: "X-Preview", value: "second-secret-value" }];
  const replaced = await as("owner").post(path, { origins: [origin], method: { kind: "headers", headers } });
  expect(replaced.data.sign_in).toMatchObject({ kind: "headers", names: ["X-Preview"], user_name: null, url: null });
  const log = JSON.stringify(await db.auditLog.findMany({ where: { org_id } }));
  expect(log).toContain("website_sign_in.save");
  for (const answer of [saved.body, replaced.body, (await as("owner").get(`/api/websites/${id}/`)).body, log])
    expect.soft(JSON.stringify(answer)).not.toMatch(/secret-password|secret-value|JBSWY3DP/);
  expect(await as("viewer").delete(path)).toFail(403, "forbidden");
  expect((await as("member").delete(path)).data).toEqual({ id });
  expect((await as("owner").get(path)).data).toEqual({ sign_in: null });
  expect(await as("owner").delete(path)).toFail(404, "not_found");
  expect(await as("owner").post(`${path}try/`)).toFail(404, "not_found");
});

test("refuses a sign-in that could send secrets elsewhere, and names the field", async ({ as }) => {
  const { path, origin } = await addWebsite(as("owner"));
  const basic = { kind: "basic", user_name: "ada", password: "secret-password" };
  const post = (body: object) => as("owner").post(path, { origins: [origin], method: basic, ...body });
  expect(await post({ origins: [`${origin}/path`] })).toFail(400, "invalid_input", [{ path: "origins.0" }]);
  expect(await post({ origins: [] })).toFail(400, "invalid_input", [{ path: "origins" }]);
  const form = { ...basic, kind: "form", url: "https://elsewhere.example/login" };
  expect(await post({ method: form })).toFail(400, "invalid_input", [{ path: "method.url" }]);
  const short = { ...basic, password: "abc" };
  expect(await post({ method: short })).toFail(400, "invalid_input", [{ path: "method.password" }]);
  const host = { kind: "headers", headers: [{ name: "Host", value: "elsewhere.example" }] };
  expect(await post({ method: host })).toFail(400, "invalid_input", [{ path: "method.headers.0.name" }]);
  const away = { url: "https://elsewhere.example/account" };
  expect(await post({ signed_in: away })).toFail(400, "invalid_input", [{ path: "signed_in.url" }]);
});

test("logs a trial before it starts, even if the scanner doesn't respond", async ({ as, db, org_id }) => {
  const { path, id, origin } = await addWebsite(as("owner"));
  expect(await as("owner").post(`${path}try/`)).toFail(404, "not_found");
  const tries = { where: { org_id, action: "website_sign_in.try" } };
  expect(await db.auditLog.count(tries)).toBe(0);
  await as("owner").post(path, { origins: [origin], method: { kind: "basic", user_name: "ada", password: PASSWORD } });
  const usual = chosen.value;
  chosen.value = createRemoteScanner("http://127.0.0.1:9", scannerSecret());
  try {
    expect(await as("owner").post(`${path}try/`)).toFail(503, "unavailable");
  } finally {
    chosen.value = usual;
  }
  expect(await db.auditLog.findMany(tries)).toMatchObject([{ target_id: id }]);
});

test("refuses URLs with a username or password, so that viewers can't read them", async ({ as }) => {
  const { path, origin, id } = await addWebsite(as("owner"));
  const [, host = ""] = origin.split("//");
  const url = `https://ada:secret@${host}/login`;
  const form = { kind: "form", url, user_name: "ada", password: "secret-password" };
  const message = "Remove the username and password from the URL.";
  const basic = { kind: "basic", user_name: "ada", password: "secret-password" };
  const post = (body: object) => as("owner").post(path, { origins: [origin], method: basic, ...body });
  expect(await post({ method: form })).toFail(400, "invalid_input", [{ path: "method.url", message }]);
  expect(await post({ signed_in: { url } })).toFail(400, "invalid_input", [{ path: "signed_in.url", message }]);
  expect(await post({ origins: [url] })).toFail(400, "invalid_input", [{ path: "origins.0", message }]);
  expect(await as("owner").patch(`/api/websites/${id}/`, { settings: { sitemap_url: url } })).toFail(
    400,
    "invalid_input",
    [{ path: "settings.sitemap_url", message }],
  );
});

test("saves a sign-in with the maximum number of cookies, each of the maximum length", async ({ as }) => {
  const { path, origin } = await addWebsite(as("owner"));
  const cookies = Array.from({ length: 100 }, (_, at) => ({ name: `c${at}`, value: "x".repeat(4_096) }));
  const saved = await as("owner").post(path, { origins: [origin], method: { kind: "cookies", cookies } });
  expect(saved.status).toBe(200);
  expect(saved.data.sign_in.names).toHaveLength(100);
});

test("tries a sign-in once, and shows the resulting page with its fields masked @long", async ({ as }) => {
  const { path } = await addWebsite(as("owner"), `${site.origin}/`);
  const form = { kind: "form", url: `${site.origin}/sign-in`, user_name: USER, password: PASSWORD };
  await as("owner").post(path, { origins: [site.origin], method: form });
  const tried = await as("member").post(`${path}try/`);
  expect(tried.data).toMatchObject({
    outcome: "signed_in",
    url: `${site.origin}/account`,
    title: "Members of the club",
  });
  const picture = sharp(Buffer.from(tried.data.picture.data, "base64"));
  expect(await picture.metadata()).toMatchObject({ format: "webp" });
  expect(members.attempts).toEqual(["signed in"]);
  const kept = (await as("owner").get(path)).data.sign_in;
  expect(kept).toMatchObject({ tried_outcome: "signed_in", tried_at: expect.any(String) });

  await as("owner").post(path, { origins: [site.origin], method: { ...form, password: "wrong-password" } });
  const failed = await as("owner").post(`${path}try/`);
  expect(failed.data).toMatchObject({
    outcome: "sign_in_rejected",
    message: expect.stringContaining("Check the username"),
    url: `${site.origin}/sign-in`,
  });
  expect(members.attempts).toEqual(["signed in", "wrong password"]);
  expect((await as("owner").get(path)).data.sign_in.tried_outcome).toBe("sign_in_rejected");
});
