import { spawn } from "node:child_process";
import { once } from "node:events";
import { getPriority } from "node:os";
import { expect, test } from "@playwright/test";
import { createPacer } from "@/server/scanner/crawl/pacer";
import type { CallbackParcel } from "@/server/scanner/service/callback-client";
import { nicenessOf } from "@/server/scanner/service/meter-worker";
import { lowerPriority, readProcessTree } from "@/server/scanner/service/process-use";
import { ResultSender } from "@/server/scanner/service/result-sender";

const never = new AbortController().signal;

test("reports a crawl delay as a pause only when no page is being scanned", async () => {
  const pauses: number[] = [];
  const pacer = createPacer({ maxConcurrent: 4, delayMs: 30_000, onPause: (ms) => pauses.push(ms) });
  const stop = new AbortController();
  const leave = await pacer.enter("a.example", stop.signal);
  const next = pacer.enter("a.example", stop.signal).catch(() => "stopped");
  expect(pauses).toEqual([]);
  leave();
  await expect.poll(() => pauses.length).toBe(1);
  expect(pauses[0]).toBeGreaterThan(25_000);
  expect(pauses[0]).toBeLessThanOrEqual(30_000);
  stop.abort();
  expect(await next).toBe("stopped");
});

test("a host's delay is not a pause while a page of another host is being scanned", async () => {
  const pauses: number[] = [];
  const pacer = createPacer({ maxConcurrent: 4, delayMs: 0, onPause: (ms) => pauses.push(ms) });
  const leave = await pacer.enter("b.example", never);
  pacer.slowDown("a.example", 20);
  const stop = new AbortController();
  const waiting = pacer.enter("a.example", stop.signal).catch(() => "stopped");
  expect(pauses).toEqual([]);
  leave();
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThan(15_000);
  stop.abort();
  await waiting;
});

test("doesn't report pauses of three seconds or less", async () => {
  const pauses: number[] = [];
  const pacer = createPacer({ maxConcurrent: 4, delayMs: 0, onPause: (ms) => pauses.push(ms) });
  pacer.slowDown("a.example", 2);
  const stop = new AbortController();
  const waiting = pacer.enter("a.example", stop.signal).catch(() => "stopped");
  stop.abort();
  await waiting;
  expect(pauses).toEqual([]);
});

const openSender = (deliver: (event: CallbackParcel) => Promise<"applied">) => {
  const sent: CallbackParcel[] = [];
  const sender = new ResultSender({
    audit_id: "a",
    first_sequence: 1,
    onOver: () => undefined,
    deliver: (event) => {
      sent.push(event);
      return deliver(event);
    },
  });
  return { sender, sent };
};

test("reports a pause at once, and ends it when the scan continues", async () => {
  const { sender, sent } = openSender(async () => "applied");
  sender.pause(8_500);
  await expect.poll(() => sent).toMatchObject([{ event: "heartbeat", pause_seconds: 9 }]);
  sender.pause(0);
  sender.use({ cpu_ms: 12.4, bytes: 7 });
  sender.use({ cpu_ms: 1, bytes: 0 });
  await sender.complete();
  expect(sent.at(-1)).toMatchObject({ event: "audit.completed", usage: { cpu_ms: 13, bytes: 7 } });
  expect(sent.at(-1)).not.toHaveProperty("pause_seconds");
});

test("sends a stopped scan's finished pages and usage once, before the scan ends", async () => {
  const { sender, sent } = openSender(async () => "applied");
  const page = {
    url: "http://a.example/",
    final_url: "http://a.example/",
    device: "desktop",
    failed: false,
    json: "{}",
  } as const;
  const progress = { phase: "scanning", pages_total: 2, pages_done: 1, pages_failed: 0, discovered_urls: [] } as const;
  await sender.page(page, { ...progress, discovered_urls: [] });
  await sender.flush();
  expect(sent.flatMap(({ pages }) => pages)).toEqual([page]);
  sender.use({ cpu_ms: 5, bytes: 0 });
  await sender.flush();
  expect(sent, "nothing is sent afterwards").toHaveLength(1);
});

test("a scan's priority falls as it uses more processor time", () => {
  const levels = [0, 19_999, 20_000, 45_000, 90_000, 10_000_000].map((cpuMs) =>
    nicenessOf(cpuMs, { pages: 1_000, lighthouse: false, low_priority: false }),
  );
  expect(levels).toEqual([0, 0, 5, 10, 15, 15]);
});

test("the more processor time a scan needs per page, the lower its priority", () => {
  const used: [cpuMs: number, pages: number, lighthouse?: boolean][] = [
    [7_999, 0],
    [8_000, 0],
    [12_000, 0],
    [20_000, 0],
    [11_999, 1],
    [12_000, 1],
    [19_999, 3],
    [32_999, 0, true],
    [37_000, 0, true],
  ];
  const levels = used.map(([cpuMs, pages, lighthouse = false]) =>
    nicenessOf(cpuMs, { pages, lighthouse, low_priority: false }),
  );
  expect(levels).toEqual([0, 5, 10, 15, 0, 5, 0, 5, 10]);
});

test("a low-priority scan has a niceness of at least 5, even before it has used any processor time", () => {
  const levels = [0, 20_000, 45_000].map((cpuMs) =>
    nicenessOf(cpuMs, { pages: 1_000, lighthouse: false, low_priority: true }),
  );
  expect(levels).toEqual([5, 5, 10]);
});

test("a process's processor time includes that of its children, and their priority is lowered with its own", async () => {
  test.skip(process.platform !== "linux", "Only Linux has /proc.");
  const burn = "while (process.cpuUsage().user < 400_000); setInterval(() => {}, 1000);";
  const code = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(burn)}]); setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["-e", code], { detached: true });
  const root = parent.pid ?? 0;
  try {
    await expect.poll(() => readProcessTree(root).length).toBe(2);
    const burnt = () => readProcessTree(root).reduce((sum, { id, cpuMs }) => (id === root ? sum : sum + cpuMs), 0);
    await expect.poll(burnt).toBeGreaterThan(200);
    const ids = readProcessTree(root).map(({ id }) => id);
    lowerPriority(ids, 7);
    expect(ids.map((id) => getPriority(id))).toEqual([7, 7]);
    expect(() => lowerPriority([2_000_000_000], 7)).not.toThrow();
  } finally {
    process.kill(-root, "SIGKILL");
    await once(parent, "exit");
  }
});
