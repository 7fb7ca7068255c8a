import { expect, test } from "@playwright/test";
import { readEmails } from "../support/app/api-user";
import { countEmails, createEmailRequests, EmailCaller } from "../support/app/email-caller";
import { type RunningApp, startApp } from "../support/app/running-app";
import { measuresFigures, rounds } from "../support/rounds";

const count = rounds("MAIL_CALLS", { usual: 100, promised: 1_000 });
const apiKey = "the key of the backend of a partner 0001";
test.setTimeout(600_000);

const expectEachOnce = async (app: RunningApp, caller: EmailCaller): Promise<void> => {
  const recipients = (await readEmails(app)).map(({ to, subject }) => {
    expect(subject).toBe(`To ${to}`);
    return to;
  });
  expect(recipients.sort()).toEqual([...caller.messageIds.keys()].sort());
  expect(new Set(caller.messageIds.values()).size).toBe(count);
};

const stateOf = async ({ url }: RunningApp, messageId: string): Promise<string> => {
  const reply = await fetch(`${url}/api/v1/email/${messageId}`, { headers: { authorization: `Bearer ${apiKey}` } });
  return ((await reply.json()) as { data: { status: string } }).data.status;
};

const expectAllSent = async (app: RunningApp, caller: EmailCaller): Promise<void> => {
  for (const messageId of caller.messageIds.values())
    await expect.poll(() => stateOf(app, messageId), { intervals: [50] }).toBe("sent");
};

const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1);

const callCalmly = async () => {
  const app = await startApp({ env: { API_KEY: apiKey } });
  try {
    const caller = new EmailCaller(app, apiKey);
    const started = performance.now();
    await Promise.all(createEmailRequests(count, "calm").map((email) => caller.send(email)));
    const taken = seconds(started);
    expect(caller).toMatchObject({ acknowledged: count, retries: 0 });
    await expect.poll(() => countEmails(app), { timeout: 400_000 }).toBe(count);
    const delivered = seconds(started);
    await expectAllSent(app, caller);
    await expectEachOnce(app, caller);
    console.log(
      `${count} calls accepted in ${taken} s (${Math.round(count / Number(taken))}/s), delivered after ${delivered} s`,
    );
  } finally {
    await app.stop();
  }
};

// Runs only on request, because the next test covers the same behaviour.
if (measuresFigures()) test(`${count} concurrent email calls: none is lost or duplicated [#56]`, callCalmly);

test(`${count} concurrent email calls interrupted by kill -9: each sends exactly one email [#56]`, async () => {
  const app = await startApp({ env: { API_KEY: apiKey } });
  try {
    const caller = new EmailCaller(app, apiKey);
    const all = createEmailRequests(count, "struck");
    const started = performance.now();
    const waiting = [...all];
    const calls: Promise<unknown>[] = [];
    const call = (share: number) =>
      calls.push(...waiting.splice(0, Math.ceil(count * share)).map((email) => caller.send(email)));
    for (const share of [0.2, 0.5]) {
      call(1 / 3);
      await expect
        .poll(() => caller.acknowledged, { intervals: [20], timeout: 120_000 })
        .toBeGreaterThan(count * share);
      await app.kill();
      // These calls fail and are retried, because the app isn't running.
      call(1 / 6);
      await app.restart();
    }
    call(1);
    await Promise.all(calls);
    const taken = seconds(started);
    expect(caller.acknowledged).toBe(count);
    expect(caller.retries).toBeGreaterThan(0);
    for (const share of [0.4, 0.8]) {
      await expect.poll(() => countEmails(app), { intervals: [20], timeout: 400_000 }).toBeGreaterThan(count * share);
      await app.kill();
      await app.restart();
    }
    await Promise.all(all.map((email) => caller.send(email)));
    await expect.poll(() => countEmails(app), { timeout: 400_000 }).toBe(count);
    const delivered = seconds(started);
    await expectAllSent(app, caller);
    await expectEachOnce(app, caller);
    console.log(
      `4 kills: ${count} calls accepted in ${taken} s after ${caller.retries} retries, delivered after ${delivered} s`,
    );
  } finally {
    await app.stop();
  }
});
