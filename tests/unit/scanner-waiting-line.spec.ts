import { expect, test } from "@playwright/test";
import { Semaphore } from "@/server/scanner/browser/semaphore";
import { createPacer } from "@/server/scanner/crawl/pacer";

const never = new AbortController().signal;

const gates = [
  { name: "permits for pages in the browser", open: () => new Semaphore(1) },
  {
    name: "turns for a host",
    open: () => {
      const pacer = createPacer({ maxConcurrent: 1, delayMs: 0 });
      return { enter: (signal: AbortSignal) => pacer.enter("a.example", signal) };
    },
  },
];

for (const { name, open } of gates) {
  test(`${name}: serves callers in order of arrival, and a caller that stops waiting doesn't hold up the others`, async () => {
    const gate = open();
    const order: string[] = [];
    const leaving = new AbortController();
    const leave = await gate.enter(never);
    const pass = async (who: string, signal: AbortSignal) => {
      const done = await gate.enter(signal);
      order.push(who);
      done();
    };
    const all = Promise.allSettled([pass("one", never), pass("gone", leaving.signal), pass("two", never)]);
    await Promise.resolve();
    expect(order).toEqual([]);
    leaving.abort(new Error("enough"));
    leave();
    expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(order).toEqual(["one", "two"]);
    await expect(gate.enter(leaving.signal)).rejects.toThrow("enough");
    (await gate.enter(never))();
  });
}
