import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { type RunningApp, startApp } from "../support/app/running-app";
import { bounce, emailEvent, eventsPath, signEvent } from "../support/email-events";

const apiKey = "the key of the backend of a partner 0001";
const secret = `whsec_${Buffer.from("shared with the provider").toString("base64")}`;

interface Call {
  subject: string;
  key: string;
  at: number;
}

/**
 * Starts a provider that permanently rejects emails with the subject "Refused", and responds with Retry-After: 2 to the
 * first attempt to send an email with the subject "Busy".
 */
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
  provider = await startProvider();
  app = await startApp({
    env: { API_KEY: apiKey, RESEND_API_KEY: "re_test", RESEND_BASE_URL: provider.url, RESEND_WEBHOOK_SECRET: secret },
    mayLog: [/"reason":"Resend didn't accept the email: (?:Not you|Slowly)\."/],
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

test("an email that the provider rejects permanently isn't retried, and the caller gets the reason @long", async () => {
  const id = await send("Refused", "refused@example.org");
  await expect.poll(() => stateOf(id)).toBe("failed");
  expect(await call("GET", `/api/v1/email/${id}`)).toMatchObject({ error: expect.stringContaining("Not you.") });
  expect(callsOf("Refused")).toHaveLength(1);
});

test("waits as long as Retry-After requires, and retries with the same key @long", async () => {
  const id = await send("Busy", "busy@example.org");
  await expect.poll(() => stateOf(id)).toBe("sent");
  const [first, second, ...more] = callsOf("Busy");
  expect(more).toEqual([]);
  expect(second?.key).toBe(first?.key);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
});

test("a reported bounce sets the email's status, and suppresses further emails until the operator lifts the suppression @long", async () => {
  const to = "gone@example.org";
  const id = await send("Bounces", to);
  await expect.poll(() => stateOf(id)).toBe("sent");
  const known = `known-${provider.calls.findIndex(({ subject }) => subject === "Bounces") + 1}`;
  const body = JSON.stringify(emailEvent("email.bounced", known, to, bounce("Permanent")));
  const headers = { "content-type": "application/json", ...signEvent(body, { secret }) };
  expect((await fetch(app.url + eventsPath, { method: "POST", body, headers })).status).toBe(200);
  expect(await stateOf(id)).toBe("bounced");

  const stopped = await send("Stays", to);
  await expect.poll(() => stateOf(stopped)).toBe("suppressed");
  expect(callsOf("Stays")).toEqual([]);
  expect(await call("DELETE", `/api/v1/suppressions/${to}`)).toEqual({ email: to, lifted: ["bounced"] });
  const again = await send("Goes", to);
  await expect.poll(() => stateOf(again)).toBe("sent");
});
