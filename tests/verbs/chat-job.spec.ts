import { inngest } from "@/inngest/client";
import { startEmbeddedRunner } from "@/inngest/embedded";
import { postChat } from "@/inngest/functions/post-chat";
import type { Database } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { notifyLead } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { startMoodySlack } from "@/tests/support/slack";

test.use({ alone: "jobs" });

let runner: Awaited<ReturnType<typeof startEmbeddedRunner>>;

test.beforeAll(async ({ database }) => {
  runner = await startEmbeddedRunner({ database, client: inngest, functions: [postChat], backoffMs: () => 50 });
});
test.afterAll(async () => {
  await runner.stop();
  configure({ CHAT_WEBHOOK_URL: undefined, CHAT_MESSAGES_PER_HOUR: 10_000 });
});

const queueLead = async (id = newId()) => {
  const lead = { id, url: "https://customer.example/", email: `${id}@example.org` };
  await inUnscopedTransaction(async (ctx) => notifyLead(ctx, lead));
  return id;
};

const statusOf = async ({ sql }: Database, id: string): Promise<string | undefined> => {
  const rows = await sql.query<{ status: string; event: { data: { notification_id: string } } }>(
    "select status, event from runner.run where fn_id = 'curbcut-post-chat'",
  );
  return rows.find(({ event }) => event.data.notification_id === id)?.status;
};

const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { intervals: [20] });

test("retries a failing channel, no earlier than its Retry-After allows, until the lead is posted once [#10] @long", async ({
  database,
}) => {
  const slack = await startMoodySlack({ status: 500 }, { status: 429, headers: { "Retry-After": "2" } });
  configure({ CHAT_WEBHOOK_URL: slack.url });
  const id = await queueLead();
  await poll(() => statusOf(database, id)).toBe("completed");
  expect(slack.calls().map(({ status }) => status)).toEqual([500, 429, 200]);
  const [, refused, taken] = slack.calls();
  expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(1_900);
  expect(taken?.message.text).toContain(`${id}@example.org`);
  slack.stop();
});

test("does not retry a message that a channel rejects permanently @long", async ({ database }) => {
  const slack = await startMoodySlack({ status: 404 });
  configure({ CHAT_WEBHOOK_URL: slack.url });
  const id = await queueLead();
  await poll(() => statusOf(database, id)).toBe("failed");
  expect(slack.calls().map(({ status }) => status)).toEqual([404]);
  slack.stop();
});

test("posts a lead only once when its notification is requested twice @long", async ({ database }) => {
  const slack = await startMoodySlack();
  configure({ CHAT_WEBHOOK_URL: slack.url });
  const id = await queueLead();
  await queueLead(id);
  const last = await queueLead();
  await poll(() => statusOf(database, last)).toBe("completed");
  await poll(() => statusOf(database, id)).toBe("completed");
  expect(slack.calls().filter(({ message }) => message.text.includes(id))).toHaveLength(1);
  slack.stop();
});

test("holds messages above the channel's hourly limit, and posts them once the limit allows it", async ({
  database,
}) => {
  const slack = await startMoodySlack();
  configure({ CHAT_WEBHOOK_URL: slack.url, CHAT_MESSAGES_PER_HOUR: 2 });
  const ids = [await queueLead(), await queueLead(), await queueLead()];
  const waiting = () =>
    database.sql.query<{ run_at: Date }>("select run_at from runner.job where run_at > now() + interval '50 minutes'");
  await poll(async () => (await waiting()).length).toBe(1);
  expect(slack.calls()).toHaveLength(2);
  const [held] = await waiting();
  expect(held?.run_at.getTime()).toBeLessThan(Date.now() + 66 * 60_000);
  configure({ CHAT_WEBHOOK_URL: slack.url, CHAT_MESSAGES_PER_HOUR: 10_000 });
  await database.sql.query("update runner.job set run_at = now() where run_at > now() + interval '50 minutes'");
  // Another message makes the runner look for due jobs at once.
  ids.push(await queueLead());
  for (const id of ids) await poll(() => statusOf(database, id)).toBe("completed");
  for (const id of ids) expect(slack.calls().filter(({ message }) => message.text.includes(id))).toHaveLength(1);
  slack.stop();
});
