import { newId } from "@/server/core/ids";
import { readAdvice } from "@/server/core/retry-advice";
import { failDelivery, queueWebhook, tryDelivery } from "@/server/domains/integrations/webhooks";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { makeAccount } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { configure } from "@/tests/support/configure";
import { emailsTo } from "@/tests/support/mailbox";
import { closePlaces, serve } from "@/tests/support/monitors";
import { rounds } from "@/tests/support/rounds";
import { makeEndpoint, startReceiver, verify } from "@/tests/support/webhook-receiver";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Db = Awaited<ReturnType<typeof import("@/server/adapters/database").getDatabase>>["prisma"];

const receivers: Receiver[] = [];
const start = async (...answers: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const receiver = await startReceiver(...answers);
  receivers.push(receiver);
  return receiver;
};

test.beforeEach(() => configure({ SCAN_PRIVATE_HOSTS: ["127.0.0.1"], WEBHOOK_PRIVATE_HOSTS: ["127.0.0.1"] }));
test.afterEach(() => {
  configure({ SCAN_PRIVATE_HOSTS: [], WEBHOOK_PRIVATE_HOSTS: undefined });
  for (const receiver of receivers.splice(0)) receiver.stop();
});

const queue = (org_id: string, key = newId()): Promise<void> =>
  inUnscopedTransaction((ctx) => queueWebhook(ctx, { org_id, type: "scan.completed", data: { audit_id: key }, key }));

const stored = (db: Db, endpoint_id: string) =>
  db.webhookDelivery.findMany({ where: { endpoint_id }, orderBy: { id: "asc" } });

const onlyOne = async (db: Db, endpoint_id: string) => {
  const [delivery, ...others] = await stored(db, endpoint_id);
  expect(others).toEqual([]);
  if (!delivery) throw new Error("Nothing was queued.");
  return { ...delivery, wanted: { delivery_id: delivery.id, round: delivery.round } };
};

const failureOf = async (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("a receiver can verify every attempt with the Standard Webhooks library, and recognise the event by its id", async ({
  db,
  org_id,
}) => {
  const first = await start({ status: 500, body: "not\0 now" });
  const second = await start();
  const endpoints = [await makeEndpoint(org_id, first.url), await makeEndpoint(org_id, second.url)] as const;
  await queue(org_id);
  for (const { id } of endpoints) {
    const { wanted } = await onlyOne(db, id);
    await failureOf(tryDelivery(wanted));
    await failureOf(tryDelivery(wanted));
    await tryDelivery(wanted);
  }
  expect(first.received).toHaveLength(2);
  expect(second.received).toHaveLength(1);
  const all = [...first.received, ...second.received];
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const delivery = await onlyOne(db, endpoints[0].id);
  for (const one of first.received) expect(verify(endpoints[0].secret, one)).toEqual(delivery.payload);
  const [got] = second.received;
  if (!got) throw new Error("Nothing came.");
  expect(got.headers).toMatchObject({ "content-type": "application/json", "user-agent": "Curbcut-Webhooks/0.1" });
  expect(Object.keys(JSON.parse(got.body))).toEqual(["type", "timestamp", "data"]);
  expect(() => verify(endpoints[0].secret, got)).toThrow("No matching signature");
  expect(() => verify(endpoints[1].secret, { ...got, body: `${got.body} ` })).toThrow("No matching signature");
  expect(delivery).toMatchObject({ status: "delivered", attempts: 2, http_status: 204, error: null });
  expect(delivery.tries).toEqual([
    expect.objectContaining({ http_status: 500, error: "The endpoint returned 500.", answer: "not now" }),
    expect.objectContaining({ http_status: 204, error: null, answer: "" }),
  ]);
});

test("stores an event and its data once per key, for enabled endpoints that subscribe to it", async ({
  db,
  org_id,
  otherOrganisation,
}) => {
  const url = "https://receiver.example/";
  const wanted = await makeEndpoint(org_id, url);
  const others = [
    await makeEndpoint(org_id, url, ["scan.failed", "monitor.down"]),
    await makeEndpoint(await otherOrganisation().id(), url),
    await makeEndpoint(org_id, url),
  ];
  await db.webhookEndpoint.update({ where: { id: others[2]?.id ?? "" }, data: { disabled_at: new Date() } });
  const key = newId();
  for (const _ of [1, 2]) await queue(org_id, key);
  await Promise.all([queue(org_id, key), queue(org_id, key)]);
  const { payload, event_id } = await onlyOne(db, wanted.id);
  expect(event_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(payload).toEqual({ type: "scan.completed", timestamp: expect.any(String), data: { audit_id: key } });
  for (const { id } of others) expect(await stored(db, id)).toEqual([]);

  const undone = inUnscopedTransaction(async (ctx) => {
    await queueWebhook(ctx, { org_id, type: "scan.completed", data: {}, key: newId() });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await inUnscopedTransaction((ctx) =>
    queueWebhook(ctx, { org_id, type: "scan.completed", data: async () => null, key: newId() }),
  );
  expect(await stored(db, wanted.id)).toHaveLength(1);
  const events = await db.outboxEvent.findMany({ where: { name: "webhook/queued" } });
  expect(events.filter(({ data }) => (data as { endpoint_id: string }).endpoint_id === wanted.id)).toHaveLength(1);
});

test("endpoints of one organisation get an event under the same id; another organisation's event has its own [E10]", async ({
  db,
  org_id,
  otherOrganisation,
}) => {
  const url = "https://receiver.example/";
  const other = await otherOrganisation().id();
  const endpoints = [await makeEndpoint(org_id, url), await makeEndpoint(org_id, url), await makeEndpoint(other, url)];
  const key = newId();
  for (const id of [org_id, other]) await queue(id, key);
  const ids: string[] = [];
  for (const { id } of endpoints) ids.push((await onlyOne(db, id)).event_id);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test("returns the time of the next attempt after a failure, and does not follow redirects", async ({ db, org_id }) => {
  const target = await start();
  const receiver = await start(
    { status: 503, headers: { "retry-after": "7" } },
    { status: 302, headers: { location: target.url } },
    { status: 404, body: "x".repeat(3_000) },
  );
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  expect(readAdvice(await failureOf(tryDelivery(wanted)))).toEqual({ isFinal: false, afterSeconds: 7 });
  expect(readAdvice(await failureOf(tryDelivery(wanted)))).toEqual({ isFinal: false, afterSeconds: null });
  await failureOf(tryDelivery(wanted));
  receiver.stop();
  await failureOf(tryDelivery(wanted));
  expect(target.received).toEqual([]);
  const { tries, status, attempts } = await onlyOne(db, id);
  expect({ status, attempts }).toEqual({ status: "pending", attempts: 4 });
  expect((tries as { error: string }[]).map(({ error }) => error)).toEqual([
    "The endpoint returned 503.",
    "The endpoint returned 302. Redirects aren't followed.",
    "The endpoint returned 404.",
    "The connection was refused.",
  ]);
  expect((tries as { answer: string }[])[2]?.answer).toBe("x".repeat(1_000));
  const { failing_since } = await db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  expect(failing_since).not.toBeNull();
});

test("shows the response of a private host only if the host is explicitly allowed for webhooks [L5]", async ({
  db,
  org_id,
}) => {
  configure({ WEBHOOK_PRIVATE_HOSTS: undefined });
  const receiver = await start({ status: 404, body: "internal" }, { status: 404, body: "internal" });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  await failureOf(tryDelivery(wanted));
  configure({ WEBHOOK_PRIVATE_HOSTS: ["127.0.0.1"] });
  await failureOf(tryDelivery(wanted));
  const { tries } = await onlyOne(db, id);
  expect((tries as { answer: string }[]).map(({ answer }) => answer)).toEqual(["", "internal"]);
});

test("stops waiting for a receiver that does not respond within 10 seconds", async ({ db, org_id }) => {
  test.skip(rounds("WEBHOOK_HANGS", { usual: 0, promised: 1 }) === 0, "takes 10 seconds");
  const receiver = await start({ status: 200, afterMs: 60_000 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  expect(readAdvice(await failureOf(tryDelivery(wanted)))).toEqual({ isFinal: false, afterSeconds: null });
  const { error, response_ms, http_status } = await onlyOne(db, id);
  expect({ error, http_status }).toEqual({ error: "No response within 10 seconds.", http_status: null });
  expect(response_ms).toBeGreaterThanOrEqual(9_900);
});

test("both secrets are accepted for a day after a rotation, then only the new one", async ({ as, db, org_id }) => {
  const receiver = await start();
  const { id, secret: old } = await makeEndpoint(org_id, receiver.url);
  const { secret, previous_secret_until } = (await as("owner").post(`/api/webhooks/${id}/rotate-secret/`, {})).data;
  expect(Date.parse(previous_secret_until) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  const send = async () => {
    await queue(org_id);
    const { id: delivery_id = "" } = (await stored(db, id)).at(-1) ?? {};
    await tryDelivery({ delivery_id, round: 0 });
    const last = receiver.received.at(-1);
    if (!last) throw new Error("Nothing came.");
    return last;
  };
  const during = await send();
  expect(String(during.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  for (const one of [old, secret]) expect(verify(one, during)).toMatchObject({ type: "scan.completed" });
  await db.webhookEndpoint.update({ where: { id }, data: { previous_until: new Date(Date.now() - 1_000) } });
  const after = await send();
  expect(verify(secret, after)).toMatchObject({ type: "scan.completed" });
  expect(() => verify(old, after)).toThrow("No matching signature");
});

test("an endpoint's sealed secret can't be opened if it is copied to another row", async ({ db, org_id }) => {
  const receiver = await start();
  const victim = await makeEndpoint(org_id, "https://receiver.example/");
  const { secret } = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: victim.id } });
  expect(secret).not.toContain(victim.secret);
  const thief = await makeEndpoint(org_id, receiver.url);
  await db.webhookEndpoint.update({ where: { id: thief.id }, data: { secret } });
  await queue(org_id);
  const { wanted } = await onlyOne(db, thief.id);
  await expect(tryDelivery(wanted)).rejects.toThrow("encrypted for a different purpose");
  expect(receiver.received).toEqual([]);
});

test("giving up on a delivery after five days without a success disables the endpoint and notifies the owners", async ({
  db,
  org_id,
}) => {
  const owners = [await makeAccount({ org_id, role: "owner" }), await makeAccount({ org_id, role: "owner" })];
  const admin = await makeAccount({ org_id, role: "admin" });
  const disabled = await makeAccount({ org_id, role: "owner" });
  await db.membership.updateMany({ where: { user_id: disabled.id }, data: { disabled_at: new Date() } });
  const receiver = await start({ status: 500 }, { status: 500 }, { status: 500 }, { status: 500 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  const fail = async (failing_since: Date) => {
    await queue(org_id);
    const { id: delivery_id = "" } = (await stored(db, id)).at(-1) ?? {};
    await failureOf(tryDelivery({ delivery_id, round: 0 }));
    await db.webhookEndpoint.update({ where: { id }, data: { failing_since } });
    await failDelivery({ delivery_id, round: 0 });
    const { status } = await db.webhookDelivery.findUniqueOrThrow({ where: { id: delivery_id } });
    expect(status).toBe("failed");
    return db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  };
  const dayMs = 86_400_000;
  expect(await fail(new Date(Date.now() - 4.9 * dayMs))).toMatchObject({ disabled_at: null });
  expect(await fail(new Date(Date.now() - 5.1 * dayMs))).toMatchObject({ disabled_reason: "failing" });
  for (const { email } of owners)
    expect(await emailsTo(email)).toEqual([
      { template: "webhook-disabled", data: expect.objectContaining({ url: receiver.url }) },
    ]);
  for (const { email } of [admin, disabled]) expect(await emailsTo(email)).toEqual([]);
  await queue(org_id);
  expect(await stored(db, id)).toHaveLength(2);
});

test("a success ends the failure period, and a disabled endpoint gets no deliveries", async ({ as, db, org_id }) => {
  const receiver = await start({ status: 500 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  await failureOf(tryDelivery(wanted));
  await tryDelivery(wanted);
  expect(await db.webhookEndpoint.findUniqueOrThrow({ where: { id } })).toMatchObject({ failing_since: null });

  await queue(org_id);
  const [, waiting] = await stored(db, id);
  await as("admin").patch(`/api/webhooks/${id}/`, { enabled: false });
  await tryDelivery({ delivery_id: waiting?.id ?? "", round: 0 });
  expect(receiver.received).toHaveLength(2);
  const [, ended] = await stored(db, id);
  expect(ended).toMatchObject({ status: "failed", error: "The webhook was disabled.", attempts: 0 });
});

test("410 Gone disables the endpoint at once and is not retried", async ({ as, db, org_id }) => {
  const { email } = await as("owner").account();
  const receiver = await start({ status: 410 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  await tryDelivery(wanted);
  await failDelivery(wanted);
  expect(await onlyOne(db, id)).toMatchObject({ status: "failed", http_status: 410 });
  expect((await as("owner").get(`/api/webhooks/${id}/`)).data).toMatchObject({
    enabled: false,
    disabled_reason: "gone",
  });
  expect(await emailsTo(email)).toHaveLength(1);
  const again = await as("owner").patch(`/api/webhooks/${id}/`, { enabled: true });
  expect(again.data).toMatchObject({ enabled: true, disabled_at: null, disabled_reason: null, failing_since: null });
});

test("a failure period starts with the first failed attempt, and later failures don't restart it", async ({
  db,
  org_id,
}) => {
  const receiver = await start({ status: 500 }, { status: 500 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  await failureOf(tryDelivery(wanted));
  const failing_since = new Date(Date.now() - 86_400_000);
  await db.webhookEndpoint.update({ where: { id, failing_since: { not: null } }, data: { failing_since } });
  await failureOf(tryDelivery(wanted));
  expect(await db.webhookEndpoint.findUniqueOrThrow({ where: { id } })).toMatchObject({ failing_since });
  expect(receiver.received).toHaveLength(2);
});

test("after an event is resent, the previous round of attempts sends nothing and can't end the delivery [E08]", async ({
  as,
  db,
  org_id,
}) => {
  const receiver = await start({ status: 500 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  await failureOf(tryDelivery(wanted));
  await as("owner").post(`/api/webhooks/${id}/deliveries/${wanted.delivery_id}/redeliver/`, {});
  await tryDelivery(wanted);
  await failDelivery(wanted);
  expect(receiver.received).toHaveLength(1);
  expect(await onlyOne(db, id)).toMatchObject({ status: "pending", round: 1, attempts: 1 });
});

test("records a response that arrives after the event was resent, but doesn't end the delivery", async ({
  as,
  db,
  org_id,
}) => {
  const held: (() => void)[] = [];
  const { url } = await serve((_, response) => {
    held.push(() => response.writeHead(200).end());
  });
  const { id } = await makeEndpoint(org_id, url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  const late = tryDelivery(wanted);
  await expect.poll(() => held.length).toBe(1);
  await as("owner").post(`/api/webhooks/${id}/deliveries/${wanted.delivery_id}/redeliver/`, {});
  for (const answer of held) answer();
  await late;
  await closePlaces();
  expect(await onlyOne(db, id)).toMatchObject({ status: "pending", round: 1, attempts: 1, http_status: 200 });
});

test("stores the latest 25 attempts of a delivery", async ({ db, org_id }) => {
  const receiver = await start({ status: 500 });
  const { id } = await makeEndpoint(org_id, receiver.url);
  await queue(org_id);
  const { wanted } = await onlyOne(db, id);
  const earlier = Array.from({ length: 25 }, (_, index) => ({
    ...{ at: "2026-11-20T09:00:00.000Z", http_status: 500, response_ms: index, error: "Failed.", answer: "" },
  }));
  await db.webhookDelivery.update({ where: { id: wanted.delivery_id }, data: { tries: earlier } });
  await failureOf(tryDelivery(wanted));
  const { tries } = await onlyOne(db, id);
  expect(tries).toEqual([...earlier.slice(1), expect.objectContaining({ error: "The endpoint returned 500." })]);
});

const plainRefused = "The URL must use https. The operator doesn't allow http for this host.";

test("sends nothing to a private host or over http once the operator no longer allows it", async ({ db, org_id }) => {
  const receiver = await start();
  const hosts = [`127.0.0.1:${receiver.port}`, `localhost:${receiver.port}`, `[::ffff:7f00:1]:${receiver.port}`];
  const urls = [...hosts.flatMap((host) => [`https://${host}/`, `http://${host}/`]), "https://169.254.169.254/latest"];
  urls.push("http://93.184.215.14/");
  configure({ SCAN_PRIVATE_HOSTS: [], WEBHOOK_PRIVATE_HOSTS: undefined });
  for (const url of urls) {
    const { id } = await makeEndpoint(org_id, url);
    await queue(org_id);
    const { wanted } = await onlyOne(db, id);
    expect(readAdvice(await failureOf(tryDelivery(wanted))), url).toMatchObject({ isFinal: false });
    const { error } = await onlyOne(db, id);
    expect(error, url).toBe(url.startsWith("http://93.") ? plainRefused : "The host has no public IP address.");
    await db.webhookEndpoint.delete({ where: { id } });
  }
  expect(receiver.received).toEqual([]);
});
