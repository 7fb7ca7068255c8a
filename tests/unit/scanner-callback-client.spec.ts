import { expect, test } from "@playwright/test";
import { type CallbackParcel, deliverCallback } from "@/server/scanner/service/callback-client";
import { type CallbackReceiver, receiveCallbacks } from "../support/scanner/callback-receiver";

const secret = "a-secret-for-this-test";
const event: CallbackParcel = { audit_id: "a", sequence: 3, event: "heartbeat", pages: [] };

const deliverTo = async (
  reply: Parameters<typeof receiveCallbacks>[1],
  inspect: (receiver: CallbackReceiver) => void,
): Promise<string> => {
  const receiver = await receiveCallbacks(secret, reply);
  try {
    const acknowledgement = await deliverCallback(receiver.url, secret, event, new AbortController().signal);
    inspect(receiver);
    return acknowledgement;
  } finally {
    await receiver.close();
  }
};

test("an event that the app ignores at the first attempt ends the audit", async () => {
  const acknowledgement = await deliverTo(
    () => ({ body: { ignored: true } }),
    ({ attempts }) => expect(attempts).toEqual([3]),
  );
  expect(acknowledgement).toBe("ignored");
});

test("a retried event that is ignored counts as applied, because only the response to an earlier attempt was lost", async () => {
  const acknowledgement = await deliverTo(
    (_event, attempt) => (attempt === 1 ? { status: 500 } : { body: { ignored: true } }),
    ({ attempts }) => expect(attempts).toEqual([3, 3]),
  );
  expect(acknowledgement).toBe("applied");
});

test("a 404 or 410 ends the audit, even for a retried event", async () => {
  for (const status of [404, 410]) {
    const acknowledgement = await deliverTo(
      (_event, attempt) => ({ status: attempt === 1 ? 503 : status }),
      ({ attempts }) => expect(attempts).toEqual([3, 3]),
    );
    expect(acknowledgement).toBe("ignored");
  }
});

test("an empty response counts as applied", async () => {
  expect(await deliverTo(undefined, ({ events }) => expect(events).toHaveLength(1))).toBe("applied");
  expect(
    await deliverTo(
      () => ({ body: {} }),
      () => undefined,
    ),
  ).toBe("applied");
});

test("stopping the scan doesn't wait for the next attempt", async () => {
  const stopping = new AbortController();
  const receiver = await receiveCallbacks(secret, () => {
    stopping.abort(new Error("stopped"));
    return { status: 500 };
  });
  await expect(deliverCallback(receiver.url, secret, event, stopping.signal)).rejects.toThrow("stopped");
  expect(receiver.attempts).toEqual([3]);
  await receiver.close();
});

test("gives up at once on an event that the app will never accept, and retries one that it may accept later [M11]", async () => {
  for (const status of [400, 413, 415, 422]) {
    const acknowledgement = await deliverTo(
      () => ({ status }),
      ({ attempts }) => expect(attempts).toEqual([3]),
    );
    expect(acknowledgement, String(status)).toBe("refused");
  }
  for (const status of [401, 408, 429]) {
    const acknowledgement = await deliverTo(
      (_event, attempt) => (attempt === 1 ? { status } : undefined),
      ({ attempts }) => expect(attempts).toEqual([3, 3]),
    );
    expect(acknowledgement, String(status)).toBe("applied");
  }
});
