import { expect, test } from "../support/api";
import { uniqueAddress } from "../support/rest-client";

const six = {
  "/api/auth/login": "[#104]",
  "/api/user/": "[#105]",
  "/api/user/verify-email/": "[#106]",
  "/api/user/verify-email-otp/": "[#107]",
  "/api/user/verify-email-link/": "[#108]",
  "/api/user/invite-user/": "[#109]",
};

for (const [path, statement] of Object.entries(six)) {
  test(`returns 429 for the eleventh call to ${path} in a minute [#133] ${statement}`, async ({ visitor }) => {
    const statuses = new Set<number>();
    for (let call = 0; call < 10; call++) statuses.add((await visitor.post(path, {})).status);
    expect(statuses).not.toContain(429);
    const reply = await visitor.post(path, {});
    expect(reply).toFail(429, "rate_limited", {
      limit: 10,
      window_seconds: 60,
      retry_after_seconds: expect.any(Number),
    });
    const seconds = Number(reply.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(reply.headers.get("ratelimit-policy")).toBe('"auth";q=10;w=60');
    expect(reply.headers.get("ratelimit")).toBe(`"auth";r=0;t=${seconds}`);
  });
}

test("counts calls separately for each of the six endpoints and each IP address [#133]", async ({ visitor }) => {
  for (let call = 0; call < 11; call++) await visitor.post("/api/auth/login", {});
  for (const path of Object.keys(six).slice(1)) expect((await visitor.post(path, {})).status).not.toBe(429);
  const elsewhere = { "x-client-ip": uniqueAddress() };
  expect((await visitor.post("/api/auth/login", {}, elsewhere)).status).not.toBe(429);
});

test("counts a call before reading its body, and counts paths with and without a trailing slash together", async ({
  visitor,
}) => {
  for (let call = 0; call < 5; call++) {
    await visitor.post("/api/auth/login", "{");
    await visitor.post("/api/auth/login/", "x".repeat(300_000));
  }
  expect(await visitor.post("/api/auth/login", "{")).toFail(429, "rate_limited");
});

test("ignores a forwarded IP address when counting", async ({ visitor }) => {
  for (let call = 0; call < 10; call++)
    await visitor.post("/api/auth/login", {}, { "x-forwarded-for": uniqueAddress() });
  const reply = await visitor.post("/api/auth/login", {}, { "x-forwarded-for": uniqueAddress() });
  expect(reply).toFail(429, "rate_limited");
});
