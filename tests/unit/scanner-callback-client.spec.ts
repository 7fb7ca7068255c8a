import { expect, test } from "@playwright/test";
import type { ScanCallbackInput } from "@/server/scanner/contract";
import { deliverCallback } from "@/server/scanner/service/callback-client";
import { type CallbackReceiver, receiveCallbacks } from "../support/scanner/callback-receiver";

const secret = "a-secret-for-this-test";
const event: ScanCallbackInput = { audit_id: "a", sequence: 3, event: "heartbeat" };

const deliverTo = async (
  reply: Parameters<typeof receiveCallbacks>[1],
  look: (receiver: CallbackReceiver) => void,
): Promise<string> => {
  const receiver = await receiveCallbacks(secret, reply);
  try {
    const acknowledgement = await deliverCallback(receiver.url, secret, event, new AbortController().signal);
    look(receiver);
    return acknowledgement;
  } finally {
    await receiver.close();
  }
};

test("an event that is ignored at once says that the audit is over", async () => {
  const heard = await deliverTo(
    () => ({ body: { ignored: true } }),
    ({ attempts }) => expect(attempts).toEqual([3]),
  );
  expect(heard).toBe("ignored");
});

test("a repeated event that is ignored was applied before, and only its answer lost: the scan goes on", async () => {
  const heard = await deliverTo(
    (_event, attempt) => (attempt === 1 ? { status: 500 } : { body: { ignored: true } }),
    ({ attempts }) => expect(attempts).toEqual([3, 3]),
  );
  expect(heard).toBe("applied");
});

test("an audit that is gone is over, also when the event is a repeated one", async () => {
  for (const status of [404, 410]) {
    const heard = await deliverTo(
      (_event, attempt) => ({ status: attempt === 1 ? 503 : status }),
      ({ attempts }) => expect(attempts).toEqual([3, 3]),
    );
    expect(heard).toBe("ignored");
  }
});

test("an answer without a word is as good as applied", async () => {
  expect(await deliverTo(undefined, ({ events }) => expect(events).toHaveLength(1))).toBe("applied");
  expect(
    await deliverTo(
      () => ({ body: {} }),
      () => undefined,
    ),
  ).toBe("applied");
});

test("who stops the scan does not wait for the next try", async () => {
  const stopping = new AbortController();
  const receiver = await receiveCallbacks(secret, () => {
    stopping.abort(new Error("stopped"));
    return { status: 500 };
  });
  await expect(deliverCallback(receiver.url, secret, event, stopping.signal)).rejects.toThrow("stopped");
  expect(receiver.attempts).toEqual([3]);
  await receiver.close();
});
