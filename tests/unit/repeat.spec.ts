import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { repeat, repeatLater } from "@/start/repeat";

test("calls the function again after each call ends, and never makes two calls at once", async () => {
  let running = 0;
  let most = 0;
  let calls = 0;
  const stop = repeat(async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(5);
    running -= 1;
    calls += 1;
  }, 1);
  await expect.poll(() => calls).toBeGreaterThan(3);
  await stop();
  expect(most).toBe(1);
});

test("continues after a rejected call, and stops without an error", async () => {
  let calls = 0;
  const stop = repeat(async () => {
    calls += 1;
    throw new Error("The database was unreachable.");
  }, 1);
  await expect.poll(() => calls).toBeGreaterThan(2);
  await stop();
});

test("stopping waits for the running call, whether it is the first or a later one, and makes no further calls", async () => {
  for (const stopAt of [1, 3]) {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let calls = 0;
    const stop = repeat(async () => {
      calls += 1;
      if (calls >= stopAt) await gate;
    }, 1);
    await expect.poll(() => calls).toBe(stopAt);
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    // The test waits much longer than the interval of 1 ms, because nothing signals that a promise stays pending.
    await pause(20);
    expect(stopped).toBe(false);
    open();
    await stopping;
    await pause(20);
    expect(calls).toBe(stopAt);
  }
});

test("a delayed repetition can be stopped before and after its first call", async () => {
  let calls = 0;
  const work = async () => {
    calls += 1;
  };
  await repeatLater(work, 1, 20)();
  await pause(40);
  expect(calls).toBe(0);
  const stop = repeatLater(work, 1, 1);
  await expect.poll(() => calls).toBeGreaterThan(1);
  await stop();
});
