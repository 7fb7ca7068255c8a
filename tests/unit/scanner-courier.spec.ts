import { expect, test } from "@playwright/test";
import type { PageResult, ScanCallbackInput } from "@/server/scanner/contract";
import { failedPage } from "@/server/scanner/page/scan-page";
import type { Acknowledgement } from "@/server/scanner/service/callback-client";
import { ResultCourier } from "@/server/scanner/service/result-courier";

const page = (index: number): PageResult =>
  failedPage(
    { url: `http://a.example/${index}`, device: "desktop", startedAt: new Date() },
    { code: "timeout", message: "Late." },
  );
const progress = (done: number) => ({
  phase: "scanning" as const,
  pages_total: 12,
  pages_done: done,
  pages_failed: 0,
  discovered_urls: [`http://a.example/${done}`],
});

const open = (answer: (event: ScanCallbackInput) => Promise<Acknowledgement>, heartbeatMs = 60_000) => {
  const sent: ScanCallbackInput[] = [];
  const over: unknown[] = [];
  let concurrent = 0;
  const courier = new ResultCourier({
    audit_id: "a",
    first_sequence: 5,
    heartbeatMs,
    onOver: (error) => over.push(error ?? "ignored"),
    deliver: async (event) => {
      concurrent += 1;
      expect(concurrent).toBe(1);
      sent.push(event);
      const acknowledgement = await answer(event);
      concurrent -= 1;
      return acknowledgement;
    },
  });
  return { courier, sent, over };
};

test("pages go out five at a time, one event after the other, each once, then the end", async () => {
  const { courier, sent } = open(async () => "applied");
  for (let index = 0; index < 12; index += 1) await courier.page(page(index), progress(index));
  await courier.complete();
  expect(sent.map((event) => event.sequence)).toEqual(sent.map((_, index) => index + 5));
  expect(sent.flatMap((event) => event.pages?.map(({ url }) => url) ?? [])).toEqual(
    Array.from({ length: 12 }, (_, index) => `http://a.example/${index}`),
  );
  expect(Math.max(...sent.map((event) => event.pages?.length ?? 0))).toBe(5);
  expect(sent.flatMap((event) => event.discovered_urls ?? [])).toHaveLength(12);
  expect(sent.at(-1)).toMatchObject({ event: "audit.completed", pages: [], pages_total: 12 });
});

test("a single page does not wait for others for long, and silence is broken by heartbeats", async () => {
  const { courier, sent } = open(async () => "applied", 50);
  await courier.page(page(0), progress(0));
  await expect.poll(() => sent.map((event) => event.event)).toContain("pages.completed");
  await expect.poll(() => sent.filter((event) => event.event === "heartbeat").length).toBeGreaterThan(1);
  courier.stop();
});

test("an app that ignores the audit ends it, and nothing is sent any more", async () => {
  const { courier, sent, over } = open(async () => "ignored");
  for (let index = 0; index < 12; index += 1) await courier.page(page(index), progress(index));
  await courier.complete();
  expect(over).toEqual(["ignored"]);
  expect(sent).toHaveLength(1);
});

test("the scan waits while too many pages are not acknowledged", async () => {
  let acknowledge: (value: Acknowledgement) => void = () => undefined;
  const { courier, sent } = open(() => new Promise((resolve) => (acknowledge = resolve)));
  let taken = 0;
  const feeding = (async () => {
    for (let index = 0; index < 300; index += 1) {
      await courier.page(page(index), progress(index));
      taken += 1;
    }
  })();
  await expect.poll(() => taken).toBeGreaterThan(200);
  expect(taken).toBeLessThan(210);
  acknowledge("applied");
  await expect.poll(() => sent.length).toBe(2);
  courier.stop();
  await feeding;
});
