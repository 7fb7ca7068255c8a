import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { outboxChat } from "@/server/adapters/chat/embedded";
import type { Chat } from "@/server/adapters/chat/port";
import { webhookChat } from "@/server/adapters/chat/webhook";
import { leadMessage } from "@/server/domains/messaging/delivery/notify-chat";
import { blockKitProblems } from "@/tests/support/block-kit";
import { startFailing } from "@/tests/support/resend";
import { type SlackMessage, startSlack } from "@/tests/support/slack";

let folder: string;
let slack: Awaited<ReturnType<typeof startSlack>>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curbcut-chat-"));
  slack = await startSlack();
});
test.afterAll(async () => {
  await slack.stop();
  rmSync(folder, { recursive: true, force: true });
});

const blocks = [
  { type: "section", text: { type: "mrkdwn", text: "*New lead* ada@example.org" } },
  {
    type: "actions",
    elements: [{ type: "button", text: { type: "plain_text", text: "View Report" }, url: "https://a.example" }],
  },
];

const implementations = [
  {
    name: "outbox",
    open: () => outboxChat(folder),
    received: async () =>
      readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as SlackMessage),
  },
  { name: "webhook", open: () => webhookChat(slack.url), received: () => slack.messages() },
];

test("blockKitProblems reports blocks that Slack would reject", () => {
  const tooLong = { type: "section", text: { type: "plain_text", text: "x".repeat(3_001) } };
  const notOfTheWeb = leadMessage({ url: "x", email: "x", reportUrl: "javascript:alert(1)" });
  for (const blocks of [[{ type: "section" }], [tooLong], [{ type: "image" }]])
    expect(blockKitProblems({ text: "x", blocks })).not.toEqual([]);
  expect(JSON.stringify(notOfTheWeb)).not.toContain("javascript");
});

for (const { name, open, received } of implementations) {
  test.describe(name, () => {
    let chat: Chat;
    test.beforeAll(() => {
      chat = open();
    });
    const withText = async (text: string) => (await received()).filter((one) => one.text === text);

    test("delivers a message with its text and blocks", async () => {
      const text = `Neuer Kontakt für Käse 💡 ${randomUUID()}`;
      await chat.post({ text, blocks, idempotencyKey: randomUUID() });
      expect(await withText(text)).toMatchObject([{ text, blocks }]);
    });

    test("delivers a message without blocks", async () => {
      const text = `plain ${randomUUID()}`;
      await chat.post({ text, blocks: [], idempotencyKey: randomUUID() });
      expect(await withText(text)).toHaveLength(1);
    });

    test("delivers a lead with the longest allowed values in full, in valid Block Kit", async () => {
      const filled = (start: string, length: number) => start.padEnd(length, "x");
      const lead = {
        url: filled("https://customer.example/?a=1&b=", 2_000),
        email: `${randomUUID()}@${filled("example", 250)}.org`,
        reportUrl: filled("https://audit.example/", 3_000),
        message: filled("<!channel> & ", 3_000),
      };
      const message = leadMessage(lead);
      await chat.post({ ...message, idempotencyKey: randomUUID() });
      const [arrived] = await withText(message.text);
      expect(arrived && blockKitProblems(arrived)).toEqual([]);
      for (const value of Object.values(lead)) expect(JSON.stringify(arrived?.blocks)).toContain(value);
    });

    test("posts once per idempotency key", async () => {
      const once = { text: `once ${randomUUID()}`, blocks: [], idempotencyKey: randomUUID() };
      await Promise.all([chat.post(once), chat.post(once)]);
      await chat.post(once);
      expect(await withText(once.text)).toHaveLength(1);
      await chat.post({ ...once, idempotencyKey: randomUUID() });
      expect(await withText(once.text)).toHaveLength(2);
    });
  });
}

test.describe("webhook", () => {
  const soon = new Date(Date.now() + 3_600_000).toUTCString();
  const cases = [
    { status: 429, headers: { "retry-after": "30" }, retryable: true, waits: true },
    { status: 503, headers: { "retry-after": soon }, retryable: true, waits: true },
    { status: 500, headers: {}, retryable: true, waits: false },
    { status: 404, headers: {}, retryable: false, waits: false },
    { status: 403, headers: { "retry-after": "-1" }, retryable: false, waits: false },
  ];
  for (const { status, headers, retryable, waits } of cases)
    test(`reports that status ${status} is ${retryable ? "" : "not "}retryable${waits ? ", and when to retry" : ""}`, async () => {
      const failing = await startFailing(status, headers as Record<string, string>, "no_service");
      const chat = webhookChat(`${failing.url}/services/secret`);
      const message = { text: "x", blocks: [], idempotencyKey: "failing" };
      const error = await chat.post(message).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: "upstream_failed", details: { retryable, status } });
      expect(String(error)).toContain(`returned ${status}: no_service`);
      const { retry_after_seconds: wait } = (error as { details: { retry_after_seconds?: number } }).details;
      if (waits) expect(wait).toBeGreaterThan(20);
      else expect(wait).toBeUndefined();
      await failing.stop();
    });

  for (const status of [200, 502])
    test(`rejects a response with status ${status} that is a web page`, async () => {
      const page = await startFailing(status, { "content-type": "text/html" }, "\n<!doctype html><p>ok</p>");
      const post = webhookChat(page.url).post({ text: "x", blocks: [], idempotencyKey: "page" });
      await expect(post).rejects.toMatchObject({
        message: `The chat webhook returned ${status} with a web page. Check CHAT_WEBHOOK_URL.`,
        details: { retryable: status === 502, status },
      });
      await page.stop();
    });

  test("accepts an empty response, and Slack's short response with an HTML content type", async () => {
    for (const [status, body] of [
      [200, "ok"],
      [204, ""],
    ] as const) {
      const answering = await startFailing(status, { "content-type": "text/html" }, body);
      await webhookChat(answering.url).post({ text: "x", blocks: [], idempotencyKey: "short" });
      await answering.stop();
    }
  });

  test("doesn't follow redirects, resends a failed message when `post` is called again, and omits the webhook's secret path from `location`", async () => {
    const redirecting = await startFailing(302, { location: slack.url }, "");
    const chat = webhookChat(`${redirecting.url}/services/secret`);
    const message = { text: `moved ${randomUUID()}`, blocks: [], idempotencyKey: "moved" };
    for (const _try of [1, 2])
      await expect(chat.post(message)).rejects.toMatchObject({ details: { retryable: true, status: null } });
    expect((await slack.messages()).some(({ text }) => text === message.text)).toBe(false);
    expect(chat.location).toBe(redirecting.url);
    await redirecting.stop();
  });
});
