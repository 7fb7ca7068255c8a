import { inngest } from "@/inngest/client";
import { startEmbeddedRunner } from "@/inngest/embedded";
import { deliverWebhook } from "@/inngest/functions/deliver-webhook";
import { newId } from "@/server/core/ids";
import { queueWebhook } from "@/server/domains/integrations/webhooks";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { makeEndpoint, startReceiver, verify } from "@/tests/support/webhook-receiver";

test.use({ alone: "jobs" });

let runner: Awaited<ReturnType<typeof startEmbeddedRunner>>;
let backoffMs = 50;

test.beforeAll(async ({ database }) => {
  configure({ SCAN_PRIVATE_HOSTS: ["127.0.0.1"] });
  runner = await startEmbeddedRunner({
    database,
    client: inngest,
    functions: [deliverWebhook],
    backoffMs: () => backoffMs,
  });
});
test.beforeEach(() => {
  backoffMs = 50;
});
test.afterAll(async () => {
  await runner.stop();
  configure({ SCAN_PRIVATE_HOSTS: [] });
});

const queue = (org_id: string): Promise<void> =>
  inUnscopedTransaction((ctx) =>
    queueWebhook(ctx, { org_id, type: "scan.completed", data: { made: 1 }, key: newId() }),
  );

const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { intervals: [20] });

test("retries a delivery, no earlier than Retry-After allows, until it succeeds, always with the same id @long", async ({
  as,
  org_id,
}) => {
  const receiver = await startReceiver({ status: 500 }, { status: 429, headers: { "retry-after": "1" } });
  const { id, secret } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const states = async () =>
    (await as("owner").get(`/api/webhooks/${id}/deliveries/`)).data.map((one: { status: string }) => one.status);
  await poll(states).toEqual(["delivered"]);
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  for (const one of receiver.received) expect(verify(secret, one)).toMatchObject({ data: { made: 1 } });
  const [, refused, taken] = receiver.received;
  expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(900);
  receiver.stop();
});

test("gives up on a delivery after 21 attempts, and delivers it with the same id if it is resent manually @long", async ({
  as,
  org_id,
  db,
}) => {
  backoffMs = 1;
  const receiver = await startReceiver(...Array.from({ length: 21 }, () => ({ status: 500 })));
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const read = () => db.webhookDelivery.findFirstOrThrow({ where: { endpoint_id: id } });
  await poll(async () => (await read()).status).toBe("failed");
  const { id: delivery_id, event_id } = await read();
  expect(receiver.received).toHaveLength(21);
  const reply = await as("owner").post(`/api/webhooks/${id}/deliveries/${delivery_id}/redeliver/`, {});
  expect(reply).toMatchObject({ status: 202, data: { id: delivery_id, event_id, status: "pending", attempts: 21 } });
  await poll(async () => (await read()).status).toBe("delivered");
  expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set([event_id]));
  expect((await read()).attempts).toBe(22);
  receiver.stop();
});

test("resending a delivery that is waiting for a retry sends it at once and cancels that retry @long", async ({
  as,
  org_id,
  db,
}) => {
  backoffMs = 1_000;
  const receiver = await startReceiver({ status: 500 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const read = () => db.webhookDelivery.findFirstOrThrow({ where: { endpoint_id: id } });
  await poll(async () => (await read()).attempts).toBe(1);
  await as("owner").post(`/api/webhooks/${id}/deliveries/${(await read()).id}/redeliver/`, {});
  await poll(async () => (await read()).status).toBe("delivered");
  const ended = async () =>
    (await db.$queryRaw<{ status: string }[]>`SELECT status FROM runner.run WHERE event::text LIKE ${`%${id}%`}`).map(
      ({ status }) => status,
    );
  await poll(ended).toEqual(["completed", "completed"]);
  expect(receiver.received).toHaveLength(2);
  receiver.stop();
});

test("sends a test once, even to a disabled endpoint, and a failed test doesn't start a failure period", async ({
  as,
  org_id,
}) => {
  const receiver = await startReceiver({ status: 500 });
  const { id, secret } = await makeEndpoint(org_id, receiver.url);
  const owner = as("owner");
  const sendTest = async (): Promise<string> => {
    const { status, data } = await owner.post(`/api/webhooks/${id}/test/`, {});
    expect({ status, type: data.type }).toEqual({ status: 202, type: "webhook.test" });
    const state = async () => (await owner.get(`/api/webhooks/${id}/deliveries/${data.id}/`)).data.status;
    await poll(state).not.toBe("pending");
    return state();
  };
  expect(await sendTest()).toBe("failed");
  expect((await owner.get(`/api/webhooks/${id}/`)).data.failing_since).toBeNull();
  await owner.patch(`/api/webhooks/${id}/`, { enabled: false });
  expect(await sendTest()).toBe("delivered");
  const [, arrived] = receiver.received;
  if (!arrived) throw new Error("Nothing came.");
  expect(verify(secret, arrived)).toMatchObject({ type: "webhook.test", data: { webhook_id: id } });
  expect(receiver.received).toHaveLength(2);
  receiver.stop();
});
