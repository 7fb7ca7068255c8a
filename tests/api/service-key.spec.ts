import { serviceKey } from "@/server/endpoint/service-key";
import { expect, test } from "../support/api";
import { configure } from "../support/configure";
import { uniqueAddress } from "../support/rest-client";

const path = "/api/v1/templates";
const [one, other] = ["first-key-of-the-operator-".padEnd(32, "1"), "second-key-of-the-operator-".padEnd(32, "2")];

test.afterEach(() => configure({ API_KEY: [] }));

test("accepts either of two configured keys and nothing else [L12]", async ({ visitor }) => {
  const made = serviceKey();
  configure({ API_KEY: [one, other] });
  for (const key of [one, other])
    expect((await visitor.get(path, { authorization: `Bearer ${key}` })).status).toBe(200);
  for (const key of [made, `${one},${other}`, one.slice(0, -1)])
    expect((await visitor.get(path, { authorization: `Bearer ${key}` })).status).toBe(403);
});

test("returns 429 after 60 wrong keys in a minute from one IP address, while the right key always works [L12]", async ({
  visitor,
}) => {
  configure({ API_KEY: [one] });
  const wrong = { authorization: "Bearer not-the-key" };
  for (let n = 0; n < 60; n += 1) expect((await visitor.get(path, wrong)).status).toBe(403);
  const reply = await visitor.get(path, wrong);
  expect(reply).toFail(429, "rate_limited", { policy: "wrong-service-keys", limit: 60, window_seconds: 60 });
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await visitor.get(path, { authorization: `Bearer ${one}` })).status).toBe(200);
  expect((await visitor.get(path, { ...wrong, "x-client-ip": uniqueAddress() })).status).toBe(403);
});
