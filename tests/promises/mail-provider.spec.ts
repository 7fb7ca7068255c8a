import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { type RunningApp, startApp } from "../support/app/running-app";
import { bounce, eventsPath, mailEvent, signEvent } from "../support/mail-events";

const apiKey = "the key of a partner's backend";
const secret = `whsec_${Buffer.from("shared with the provider").toString("base64")}`;

interface Call {
  subject: string;
  key: string;
  at: number;
}

/** A provider that refuses one subject for good and asks for two seconds of patience at the first try of another. */
const startProvider = async () => {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const { subject } = (await json(request)) as { subject: string };
    const before = calls.filter((call) => call.subject === subject).length;
    calls.push({ subject, key: String(request.headers["idempotency-key"]), at: performance.now() });
    const answer = (status: number, body: object, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    if (subject === "Refused") return answer(422, { statusCode: 422, name: "validation_error", message: "Not you." });
    if (subject === "Busy" && before === 0)
      return answer(429, { statusCode: 429, name: "rate_limit_exceeded", message: "Slowly." }, { "retry-after": "2" });
    return answer(200, { id: `known-${calls.length}` });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { calls, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

let provider: Awaited<ReturnType<typeof startProvider>>;
let app: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  provider = await startProvider();
  app = await startApp({
    env: { API_KEY: apiKey, RESEND_API_KEY: "re_test", RESEND_BASE_URL: provider.url, RESEND_WEBHOOK_SECRET: secret },
  });
});
test.afterAll(async () => {
  await app.stop();
  provider.server.closeAllConnections();
  provider.server.close();
});

const call = async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const reply = await fetch(app.reportUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return ((await reply.json()) as { data: Record<string, string> }).data;
};

const send = async (subject: string, to: string): Promise<string> => {
  const data = { to, subject, template: "welcome", data: { name: "Ada" } };
  return (await call("POST", "/api/v1/email", data))["messageId"] ?? "";
};

const stateOf = async (id: string) => (await call("GET", `/api/v1/email/${id}`))["status"];
const callsOf = (subject: string) => provider.calls.filter((each) => each.subject === subject);

test("a refusal for good is one try, and the caller reads why", async () => {
  const id = await send("Refused", "refused@example.org");
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("failed");
  expect(await call("GET", `/api/v1/email/${id}`)).toMatchObject({ error: expect.stringContaining("Not you.") });
  expect(callsOf("Refused")).toHaveLength(1);
});

test("Retry-After is waited for, and the next try has the same key", async () => {
  const id = await send("Busy", "busy@example.org");
  await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe("sent");
  const [first, second, ...more] = callsOf("Busy");
  expect(more).toEqual([]);
  expect(second?.key).toBe(first?.key);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
});

test("a reported bounce ends in the state, and the next mail stays here until the operator lifts it", async () => {
  const to = "gone@example.org";
  const id = await send("Bounces", to);
  await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("sent");
  const known = `known-${provider.calls.findIndex(({ subject }) => subject === "Bounces") + 1}`;
  const body = JSON.stringify(mailEvent("email.bounced", known, to, bounce("Permanent")));
  const headers = { "content-type": "application/json", ...signEvent(body, { secret }) };
  expect((await fetch(app.url + eventsPath, { method: "POST", body, headers })).status).toBe(200);
  expect(await stateOf(id)).toBe("bounced");

  const stopped = await send("Stays", to);
  await expect.poll(() => stateOf(stopped), { timeout: 20_000 }).toBe("suppressed");
  expect(callsOf("Stays")).toEqual([]);
  expect(await call("DELETE", `/api/v1/suppressions/${to}`)).toEqual({ email: to, lifted: ["bounced"] });
  const again = await send("Goes", to);
  await expect.poll(() => stateOf(again), { timeout: 20_000 }).toBe("sent");
});
