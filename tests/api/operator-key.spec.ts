import { operatorCookie, operatorKey } from "@/server/endpoint/operator";
import { expect, test } from "../support/api";
import { type RestClient, uniqueAddress } from "../support/rest-client";

const list = "/api/outbox/";
const open = "/api/outbox/open/";

const openWith = async (visitor: RestClient, key: string) => {
  const reply = await visitor.post(open, { key });
  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith(`${operatorCookie}=`)) ?? "";
  return { reply, cookie, pair: cookie.split(";")[0] ?? "" };
};

test("exchanges the key for a cookie that gives access to the email preview without the key [L10]", async ({
  visitor,
}) => {
  const { reply, cookie, pair } = await openWith(visitor, operatorKey());
  expect(reply.status).toBe(200);
  expect(cookie).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict$/);
  expect((await visitor.get(list, { cookie: pair })).status).toBe(200);
  expect((await visitor.get(`${list}unknown/`, { cookie: pair })).status).toBe(404);
  expect(await visitor.get(list)).toFail(403, "forbidden");
});

test("neither the cookie nor the response reveals the key [L10]", async ({ visitor }) => {
  const { reply, pair } = await openWith(visitor, operatorKey());
  const value = pair.slice(pair.indexOf("=") + 1);
  expect(JSON.stringify([...reply.headers, reply.body])).not.toContain(operatorKey());
  for (const guess of [value, Buffer.from(value, "base64url").toString("hex")])
    expect((await openWith(visitor, guess)).reply).toFail(403, "forbidden");
  expect(await visitor.get(list, { cookie: `${operatorCookie}=${operatorKey()}` })).toFail(403, "forbidden");
});

test("accepts the key in the query, and rejects a wrong key there even if a valid cookie is sent too [L10]", async ({
  visitor,
}) => {
  expect((await visitor.get(`${list}?key=${operatorKey()}`)).status).toBe(200);
  const { pair } = await openWith(visitor, operatorKey());
  expect(await visitor.get(`${list}?key=guessed`, { cookie: pair })).toFail(403, "forbidden");
});

test("sets no cookie for a wrong key [L10]", async ({ visitor }) => {
  const { reply, cookie } = await openWith(visitor, operatorKey().replace(/.$/, "x"));
  expect(reply).toFail(403, "forbidden");
  expect(cookie).toBe("");
});

test("returns 429 after 60 wrong keys in a minute from one IP address, while the right key always works [L10]", async ({
  visitor,
}) => {
  for (let n = 0; n < 60; n += 1) expect((await visitor.get(`${list}?key=wrong-${n}`)).status).toBe(403);
  const reply = await visitor.get(`${list}?key=wrong`);
  expect(reply).toFail(429, "rate_limited", { policy: "wrong-operator-keys", limit: 60, window_seconds: 60 });
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await visitor.post(open, { key: "wrong" })).toFail(429, "rate_limited");
  expect((await openWith(visitor, operatorKey())).reply.status).toBe(200);
  expect((await visitor.get(`${list}?key=wrong`, { "x-client-ip": uniqueAddress() })).status).toBe(403);
});
