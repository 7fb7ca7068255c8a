import { expect, test } from "@playwright/test";
import type { PageResult } from "@/server/scanner/contract";
import { failedPage } from "@/server/scanner/page/scan-page";
import type { Acknowledgement, CallbackParcel } from "@/server/scanner/service/callback-client";
import { ResultSender } from "@/server/scanner/service/result-sender";
import type { PageParcel } from "@/server/scanner/service/worker-messages";
import { toParcel } from "@/server/scanner/worker/worker-sink";

const page = (index: number): PageParcel =>
  toParcel(
    failedPage(
      { url: `http://a.example/${index}`, device: "desktop", startedAt: new Date() },
      { code: "timeout", message: "Late." },
    ),
  );
const progress = (done: number) => ({
  phase: "scanning" as const,
  pages_total: 12,
  pages_done: done,
  pages_failed: 0,
  discovered_urls: [`http://a.example/${done}`],
});

const open = (answer: (event: CallbackParcel) => Promise<Acknowledgement>, heartbeatMs = 60_000) => {
  const sent: CallbackParcel[] = [];
  const over: unknown[] = [];
  let concurrent = 0;
  const sender = new ResultSender({
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
  return { sender, sent, over };
};

test("sends pages five at a time, in order and once each, and then the final event", async () => {
  const { sender, sent } = open(async () => "applied");
  for (let index = 0; index < 12; index += 1) await sender.page(page(index), progress(index));
  await sender.complete();
  expect(sent.map((event) => event.sequence)).toEqual(sent.map((_, index) => index + 5));
  expect(sent.flatMap((event) => event.pages?.map(({ url }) => url) ?? [])).toEqual(
    Array.from({ length: 12 }, (_, index) => `http://a.example/${index}`),
  );
  expect(Math.max(...sent.map((event) => event.pages?.length ?? 0))).toBe(5);
  expect(sent.flatMap((event) => event.discovered_urls ?? [])).toHaveLength(12);
  expect(sent.at(-1)).toMatchObject({ event: "audit.completed", pages: [], pages_total: 12 });
});

test("sends a single page soon, and sends heartbeats when there is nothing else to send @long", async () => {
  const { sender, sent } = open(async () => "applied", 50);
  await sender.page(page(0), progress(0));
  await expect.poll(() => sent.map((event) => event.event)).toContain("pages.completed");
  await expect.poll(() => sent.filter((event) => event.event === "heartbeat").length).toBeGreaterThan(1);
  sender.stop();
});

test("stops sending when the app responds that it ignores the audit", async () => {
  const { sender, sent, over } = open(async () => "ignored");
  for (let index = 0; index < 12; index += 1) await sender.page(page(index), progress(index));
  await sender.complete();
  expect(over).toEqual(["ignored"]);
  expect(sent).toHaveLength(1);
});

test("the scan waits while too many pages are unacknowledged", async () => {
  let acknowledge: (value: Acknowledgement) => void = () => undefined;
  const { sender, sent } = open(() => new Promise((resolve) => (acknowledge = resolve)));
  let taken = 0;
  const feeding = (async () => {
    for (let index = 0; index < 300; index += 1) {
      await sender.page(page(index), progress(index));
      taken += 1;
    }
  })();
  await expect.poll(() => taken).toBeGreaterThan(200);
  expect(taken).toBeLessThan(210);
  acknowledge("applied");
  await expect.poll(() => sent.length).toBe(2);
  sender.stop();
  await feeding;
});

const refusing = (isRefused: (event: CallbackParcel) => boolean) =>
  open(async (event) => (isRefused(event) ? "refused" : "applied"));
const pagesOf = (events: readonly CallbackParcel[]) =>
  events.flatMap(({ pages }) => pages.map(({ json }) => JSON.parse(json) as PageResult));

test("reports a page as failed if its result is rejected, without losing other pages [M11]", async () => {
  const taken: CallbackParcel[] = [];
  const { sender, over } = refusing((event) => {
    const isWrong = event.pages.some(({ url, json }) => url.endsWith("/3") && !json.includes("result_refused"));
    if (!isWrong) taken.push(event);
    return isWrong;
  });
  for (let index = 0; index < 7; index += 1) await sender.page(page(index), progress(index));
  await sender.complete();
  const codes = Object.fromEntries(pagesOf(taken).map(({ url, error }) => [url.slice(-1), error?.code]));
  const expected = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [String(index), "timeout"]));
  expect(codes).toEqual({ ...expected, 3: "result_refused" });
  expect(pagesOf(taken)).toHaveLength(7);
  expect(taken.flatMap(({ discovered_urls }) => discovered_urls ?? []).sort()).toEqual(
    Array.from({ length: 7 }, (_, index) => `http://a.example/${index}`),
  );
  expect(taken.at(-1)).toMatchObject({ event: "audit.completed", pages_total: 12 });
  expect(new Set(taken.map(({ sequence }) => sequence)).size).toBe(taken.length);
  expect(over).toEqual([]);
});

test("omits a page that is rejected even when reported as failed, and reduces the total [M11]", async () => {
  const taken: CallbackParcel[] = [];
  const { sender, over } = refusing((event) => {
    const isWrong = event.pages.some(({ url }) => url.endsWith("/1"));
    if (!isWrong) taken.push(event);
    return isWrong;
  });
  for (let index = 0; index < 3; index += 1) await sender.page(page(index), progress(index));
  await sender.complete();
  expect(pagesOf(taken).map(({ url }) => url)).toEqual(["http://a.example/0", "http://a.example/2"]);
  expect(taken.at(-1)).toMatchObject({ event: "audit.completed", pages_total: 11 });
  expect(over).toEqual([]);
});

test("sends a rejected final event again without details, and gives up if that is rejected too [M11]", async () => {
  const first = refusing(({ lighthouse }) => lighthouse !== undefined);
  await first.sender.complete({ url: "http://a.example/", error: { code: "timeout", message: "Late." } });
  expect(first.sent.at(-1)).toMatchObject({ event: "audit.completed", sequence: 6 });
  expect(first.over).toEqual([]);
  const second = refusing(({ error }) => error !== undefined && error.code !== "scanner_failed");
  await second.sender.fail({ code: "unreachable", message: "x" });
  expect(second.sent.at(-1)).toMatchObject({ event: "audit.failed", error: { code: "scanner_failed" } });
  const third = refusing(() => true);
  await third.sender.complete();
  expect(third.over).toHaveLength(1);
});

test("delivers documents after pages, and leaves out one that is rejected", async () => {
  const taken: CallbackParcel[] = [];
  const { sender, over } = refusing((event) => {
    const isWrong = event.documents?.some(({ url }) => url.endsWith("/2.pdf")) ?? false;
    if (!isWrong) taken.push(event);
    return isWrong;
  });
  await sender.page(page(0), progress(0));
  for (let index = 0; index < 4; index += 1)
    await sender.document({ kind: "document", url: `http://a.example/${index}.pdf`, json: "{}" });
  await sender.complete();
  expect(pagesOf(taken)).toHaveLength(1);
  expect(taken.flatMap(({ documents = [] }) => documents.map(({ url }) => url.slice(-5)))).toEqual([
    ...["0.pdf", "1.pdf", "3.pdf"],
  ]);
  expect(taken.at(-1)).toMatchObject({ event: "audit.completed", pages_total: 12 });
  expect(over).toEqual([]);
});
