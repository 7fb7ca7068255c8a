import { expect, test } from "@playwright/test";
import { ScanOptions } from "@/server/scanner/contract";
import { ScanRecord, toFailedParcel } from "@/server/scanner/service/scan-record";
import type { WorkerMessage } from "@/server/scanner/service/worker-messages";

const progress = { phase: "scanning", pages_total: 2, pages_done: 1, pages_failed: 0, discovered_urls: [] } as const;
const [first, second, third] = ["1", "2", "3"].map((name) => `https://a.example/${name}.pdf`) as [
  string,
  string,
  string,
];

const pageWith = (url: string, documents: string[]): WorkerMessage => ({
  ...{ type: "page", id: 1, progress: { ...progress, discovered_urls: [] } },
  page: { ...toFailedParcel({ url, device: "desktop" }, { code: "timeout", message: "Late." }), documents },
});
const opened = (url: string): WorkerMessage => ({ type: "document_opened", url });
const delivered = (url: string): WorkerMessage => ({
  ...{ type: "document", id: 2, document: { kind: "document", url, json: "{}" } },
});

const recordOf = (options = {}) => new ScanRecord(ScanOptions.parse(options));

test("the next worker gets the documents found so far, and skips those already delivered", () => {
  const record = recordOf({ known_documents: [{ url: first, pages: 4 }], skip_documents: [third] });
  record.note(pageWith("https://a.example/", [first, second]));
  record.note(opened(second));
  record.note(delivered(second));
  expect(record.remaining()).toMatchObject({
    known_documents: [
      { url: first, pages: 5 },
      { url: second, pages: 1 },
    ],
    skip_documents: [third, second],
  });
});

test("gives up on a document if two workers in turn exit while it is open", () => {
  const record = recordOf();
  record.note(pageWith("https://a.example/", [first]));
  record.note(opened(first));
  expect(record.isIdle).toBe(false);
  expect(record.documents.countStrike()).toBeNull();
  expect(record.isIdle).toBe(true);
  record.note(opened(first));
  const parcel = record.documents.countStrike();
  expect(JSON.parse(parcel?.json ?? "")).toMatchObject({ url: first, problem: "crashed", findings: [] });
  expect(record.remaining()).toMatchObject({ skip_documents: [first] });
});

test("stopping a worker for an unrelated reason doesn't count against the document that it was downloading", () => {
  const record = recordOf();
  for (let count = 0; count < 3; count += 1) {
    record.note(opened(first));
    record.clearOpenPages();
    expect(record.documents.countStrike()).toBeNull();
  }
  expect(record.remaining()).toMatchObject({ skip_documents: [] });
});
