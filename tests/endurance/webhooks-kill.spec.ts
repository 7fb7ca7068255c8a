import { expect, test } from "@playwright/test";
import { registerUser } from "../support/app/api-user";
import { startApp } from "../support/app/running-app";
import { rounds } from "../support/rounds";
import { startReceiver, verify } from "../support/webhook-receiver";

const count = rounds("WEBHOOK_CALLS", { usual: 12, promised: 55 });
/** The app is killed each time the share of events that have arrived reaches one of these values. */
const kills = [0.2, 0.6].slice(0, rounds("WEBHOOK_KILLS", { usual: 1, promised: 2 }));

test(`kill -9 while ${count} webhooks are delivered: each arrives signed, and repeated deliveries keep their id`, async () => {
  const receiver = await startReceiver(...Array.from({ length: count * 2 }, () => ({ status: 204, afterMs: 100 })));
  const app = await startApp({ env: { SCAN_PRIVATE_HOSTS: "127.0.0.1" } });
  try {
    const { call } = await registerUser(app, "hooked@example.org");
    const added = await call("POST", "/api/webhooks/", { url: receiver.url, events: ["scan.completed"] });
    expect(added.status).toBe(201);
    const { id, secret } = added.data;
    const sent = await Promise.all(
      Array.from({ length: count }, async () => (await call("POST", `/api/webhooks/${id}/test/`, {})).data.event_id),
    );
    const arrived = () => new Set(receiver.received.map((one) => one.id)).size;
    for (const share of kills) {
      await expect.poll(arrived, { intervals: [5] }).toBeGreaterThan(count * share);
      await app.kill();
      expect(arrived()).toBeLessThan(count);
      await app.restart();
    }
    const states = async () => {
      const { data } = await call("GET", `/api/webhooks/${id}/deliveries/?limit=100`);
      return data.filter(({ status }: { status: string }) => status === "delivered").length;
    };
    await expect.poll(states).toBe(count);
    expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set(sent));
    for (const one of receiver.received) expect(verify(secret, one)).toMatchObject({ type: "webhook.test" });
    const repeated = receiver.received.length - count;
    expect(repeated).toBeLessThanOrEqual(2 * kills.length);
    console.log(`${count} events, ${kills.length} kills: all arrived, ${repeated} twice`);
  } finally {
    await app.stop();
    receiver.stop();
  }
});
