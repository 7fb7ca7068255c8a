import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { notifyLead, postChat } from "@/server/domains/messaging/delivery";
import { expect, type Reply, type RestClient, test } from "@/tests/support/api";
import { blockKitProblems } from "@/tests/support/block-kit";
import { configure } from "@/tests/support/configure";
import { startFailing } from "@/tests/support/resend";
import { createRestClient, uniqueAddress } from "@/tests/support/rest-client";
import { type SlackMessage, startSlack } from "@/tests/support/slack";

interface Channel {
  name: string;
  use(): void;
  messages(): Promise<SlackMessage[]>;
}

let slack: Awaited<ReturnType<typeof startSlack>>;

test.beforeAll(async () => {
  slack = await startSlack();
});
test.afterAll(() => slack.stop());

const readOutbox = (): SlackMessage[] => {
  const folder = join(env.DATA_DIR, "outbox", "chat");
  const files = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name.endsWith(".json"));
  return files.map(({ name }) => JSON.parse(readFileSync(join(folder, name), "utf8")) as SlackMessage);
};

const channels: Channel[] = [
  { name: "outbox", use: () => configure({ CHAT_WEBHOOK_URL: undefined }), messages: async () => readOutbox() },
  {
    name: "Slack",
    use: () => configure({ CHAT_WEBHOOK_URL: slack.url }),
    messages: () => slack.messages(),
  },
];

const lead = (given: Record<string, unknown> = {}) => ({
  url: "https://customer.example/shop?a=1&b=2",
  email: `${newId()}@example.org`,
  ...given,
});

const post = (client: RestClient, given: object, headers?: Record<string, string>): Promise<Reply> =>
  client.post("/api/v1/chat/test", given, headers);

const textsOf = ({ blocks = [] }: SlackMessage): string[] =>
  blocks.flatMap((block) => {
    const { text, fields = [] } = block as { text?: { text: string }; fields?: { text: string }[] };
    return [...(text ? [text] : []), ...fields].map((part) => part.text);
  });

const buttonsOf = ({ blocks = [] }: SlackMessage) =>
  blocks.flatMap((block) => (block as { elements?: { text: { text: string }; url: string }[] }).elements ?? []);

for (const { name, use, messages } of channels)
  test.describe(name, () => {
    test.beforeEach(use);
    const about = async (email: string) => (await messages()).filter(({ text }) => text.includes(email));

    test("returns 200 for a request without headers, and posts one message with the website's URL and the lead's email address [#10] [#35] [#47] [#53] [#58]", async ({
      visitor,
    }) => {
      const given = lead();
      const reply = await post(visitor, given);
      expect([reply.status, reply.data]).toEqual([200, { delivered: true }]);
      const [message, ...others] = await about(given.email);
      expect(others).toEqual([]);
      expect(message && blockKitProblems(message)).toEqual([]);
      expect(message && textsOf(message)).toEqual(expect.arrayContaining([given.url, given.email]));
      expect(message?.text).toContain("https://customer.example/shop?a=1&amp;b=2");
      await post(visitor, given);
      expect(await about(given.email)).toHaveLength(2);
    });

    test("shows a button that opens the report, but only when there is a report [#37]", async ({ visitor }) => {
      const reportUrl = "https://audit.example/api/v1/scan/report/download/a-1?x=1&y=2";
      const [with_, without] = [lead({ reportUrl }), lead()];
      for (const given of [with_, without]) expect((await post(visitor, given)).status).toBe(200);
      const [first] = await about(with_.email);
      expect(first && buttonsOf(first)).toMatchObject([{ text: { text: "View Report" }, url: reportUrl }]);
      expect(first && blockKitProblems(first)).toEqual([]);
      expect(first?.text).toContain("Report: https://audit.example/");
      const [second] = await about(without.email);
      expect(second && buttonsOf(second)).toEqual([]);
    });

    test("the caller's message replaces the opening line [#38]", async ({ visitor }) => {
      for (const text of ["Please call back.\nToday.", "m".repeat(3_000)]) {
        const given = lead({ message: text });
        expect((await post(visitor, given)).status).toBe(200);
        const [message] = await about(given.email);
        expect(message && textsOf(message)[0]).toBe(text);
        expect(message && blockKitProblems(message)).toEqual([]);
      }
    });

    test("shows the caller's text literally, without mentions, links or formatting", async ({ visitor }) => {
      const hostile = "<!channel> <https://evil.example|click> *bold* &amp; :tada: <@U123>";
      const given = lead({ message: hostile });
      expect((await post(visitor, given)).status).toBe(200);
      const [message] = await about(given.email);
      expect(message?.text).toContain("&lt;!channel&gt; &lt;https://evil.example|click&gt; *bold* &amp;amp; :tada:");
      expect(message?.text).not.toMatch(/[<>]/);
      expect(message?.blocks?.[0]).toEqual({
        type: "section",
        text: { type: "plain_text", text: hostile, emoji: false },
      });
    });

    test("the job posts the same notification as the endpoint [#12]", async ({ visitor }) => {
      const given = lead({ reportUrl: "https://audit.example/r/1" });
      expect((await post(visitor, given)).status).toBe(200);
      const events: { name: string; data: unknown }[] = [];
      notifyLead({ emit: (event) => void events.push(event) }, { id: newId(), ...given });
      for (const { data } of events) await postChat(data as Parameters<typeof postChat>[0]);
      const [byCall, byJob, ...others] = await about(given.email);
      expect(others).toEqual([]);
      expect([byJob?.text, byJob?.blocks]).toEqual([byCall?.text, byCall?.blocks]);
      expect(byCall && buttonsOf(byCall)).toHaveLength(1);
    });

    test("posts one message per idempotency key, even for simultaneous calls", async ({ visitor }) => {
      const given = lead();
      const headers = { "idempotency-key": newId() };
      const replies = await Promise.all([1, 2, 3].map(() => post(visitor, given, headers)));
      replies.push(await post(visitor, given, headers));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await about(given.email)).toHaveLength(1);
    });
  });

test.describe("rejected requests", () => {
  test.beforeEach(() => configure({ CHAT_WEBHOOK_URL: undefined }));

  for (const { field, tag, wrong } of [
    {
      field: "url",
      tag: "[#35]",
      wrong: [undefined, "", "customer.example", "ftp://a.example/", "javascript:alert(1)"],
    },
    { field: "email", tag: "[#36]", wrong: [undefined, "", "nobody", "a@example.org, b@example.org"] },
    {
      field: "reportUrl",
      tag: "[#37]",
      wrong: ["", "report.pdf", "javascript:alert(1)", `https://a.example/${"x".repeat(2_000)}`],
    },
    { field: "message", tag: "[#38]", wrong: ["", "  ", "x".repeat(3_001), 1] },
  ])
    test(`returns 400 for an invalid ${field} ${tag}`, async ({ rest }) => {
      for (const value of wrong) {
        const client = createRestClient(rest, async () => ({ "x-client-ip": uniqueAddress() }));
        expect(await post(client, lead({ [field]: value }))).toFail(400, "invalid_input", [{ path: field }]);
      }
    });

  test("returns 409 for an idempotency key reused with a different body", async ({ visitor }) => {
    const headers = { "idempotency-key": newId() };
    expect((await post(visitor, lead(), headers)).status).toBe(200);
    expect(await post(visitor, lead(), headers)).toFail(409, "conflict");
  });

  test("returns 413 for a body over 256 kB", async ({ visitor }) => {
    expect(await post(visitor, lead({ message: "x".repeat(256_000) }))).toFail(413, "too_large");
  });

  test("returns 429 after ten calls in a minute from one IP address", async ({ visitor }) => {
    for (let call = 0; call < 10; call += 1) expect((await post(visitor, lead())).status).toBe(200);
    expect(await post(visitor, lead())).toFail(429, "rate_limited", { limit: 10, window_seconds: 60 });
  });

  test("returns 429 after five messages in an hour about one lead, whatever the callers' IP addresses", async ({
    rest,
  }) => {
    const given = lead();
    const client = () => createRestClient(rest, async () => ({ "x-client-ip": uniqueAddress() }));
    for (let call = 0; call < 5; call += 1) expect((await post(client(), given)).status).toBe(200);
    const reply = await post(client(), { ...given, email: given.email.toUpperCase() });
    expect(reply).toFail(429, "rate_limited", { limit: 5, window_seconds: 3_600 });
  });
});

test("refuses messages above half of the channel's hourly or daily limit, even if callers and leads differ", async ({
  rest,
}) => {
  configure({ CHAT_MESSAGES_PER_HOUR: 4, CHAT_WEBHOOK_URL: `${slack.url}?limited=${newId()}` });
  const client = () => createRestClient(rest, async () => ({ "x-client-ip": uniqueAddress() }));
  for (let call = 0; call < 2; call += 1) expect((await post(client(), lead())).status).toBe(200);
  const refused = await post(client(), lead());
  expect(refused).toFail(429, "rate_limited", { policy: "chat-hour-calls", limit: 2, window_seconds: 3_600 });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
  configure({ CHAT_MESSAGES_PER_HOUR: 10_000, CHAT_MESSAGES_PER_DAY: 2, CHAT_WEBHOOK_URL: `${slack.url}?${newId()}` });
  expect((await post(client(), lead())).status).toBe(200);
  expect(await post(client(), lead())).toFail(429, "rate_limited", { policy: "chat-day-calls", limit: 1 });
  configure({ CHAT_MESSAGES_PER_DAY: 1_000, CHAT_WEBHOOK_URL: undefined });
});

test.describe("upstream errors", () => {
  const cases = [
    { status: 404, headers: {}, says: "no_service", retryable: false, hint: "CHAT_WEBHOOK_URL" },
    { status: 400, headers: {}, says: "invalid_blocks", retryable: false, hint: "400" },
    { status: 429, headers: { "retry-after": "30" }, says: "rate_limited", retryable: true, hint: "429" },
    { status: 500, headers: {}, says: "rollup_error", retryable: true, hint: "500" },
  ];
  for (const { status, headers, says, retryable, hint } of cases)
    test(`returns 502 when Slack responds with ${status}`, async ({ visitor }) => {
      const failing = await startFailing(status, headers as Record<string, string>, says);
      configure({ CHAT_WEBHOOK_URL: `${failing.url}/services/T0/B0/secret` });
      const given = { "idempotency-key": newId() };
      const message = lead();
      const reply = await post(visitor, message, given);
      expect(reply).toFail(502, "upstream_failed", { retryable, status });
      expect(reply.body?.error?.message).toContain(says);
      expect(reply.body?.error?.message).toContain(hint);
      expect(JSON.stringify(reply.body)).not.toContain("secret");
      expect(reply.headers.get("retry-after")).toBe((headers as Record<string, string>)["retry-after"] ?? null);
      await failing.stop();
      configure({ CHAT_WEBHOOK_URL: undefined });
      expect((await post(visitor, message, given)).status).toBe(200);
    });
});
