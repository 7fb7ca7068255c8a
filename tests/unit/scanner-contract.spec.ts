import { expect, test } from "@playwright/test";
import {
  PageResult,
  ScanCallback,
  ScanRequest,
  signScannerBody,
  verifyScannerSignature,
} from "@/server/scanner/contract";

const now = new Date("2026-11-20T09:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

test("a signature is valid only for its body and secret, and for five minutes in either direction", () => {
  const header = signScannerBody("secret", '{"a":1}', now);
  expect(header).toMatch(/^t=1795165200,v1=[0-9a-f]{64}$/);
  for (const seconds of [0, 299, 300, -300])
    expect(verifyScannerSignature("secret", '{"a":1}', header, later(seconds))).toBe(true);
  for (const seconds of [301, -301])
    expect(verifyScannerSignature("secret", '{"a":1}', header, later(seconds))).toBe(false);
  expect(verifyScannerSignature("other", '{"a":1}', header, now)).toBe(false);
  expect(verifyScannerSignature("secret", '{"a":2}', header, now)).toBe(false);
  expect(verifyScannerSignature("secret", Buffer.from('{"a":1}'), header, now)).toBe(true);
  for (const wrong of [null, undefined, "", "t=1", header.replace("v1=", "v2="), header.slice(0, -1), `${header}00`]) {
    expect(verifyScannerSignature("secret", '{"a":1}', wrong, now)).toBe(false);
  }
});

test("a request needs only the contract's three required fields, and unknown fields are ignored", () => {
  const least = { audit_id: "a", website_url: "http://localhost:3000", callback_url: "http://127.0.0.1:1/x" };
  expect(ScanRequest.parse({ ...least, extra: 1 }).options).toMatchObject({
    standard: "wcag22aa",
    max_pages: 100,
    respect_robots: true,
  });
  expect(ScanRequest.safeParse({ ...least, website_url: "file:///etc/passwd" }).success).toBe(false);
  expect(ScanRequest.safeParse({ ...least, options: { max_pages: 0 } }).success).toBe(false);
});

test("another scanner can omit sections that it doesn't measure", () => {
  const page = {
    url: "https://a.example/",
    final_url: "https://a.example/",
    http_status: 200,
    title: null,
    device: "desktop",
  };
  const parsed = ScanCallback.parse({
    audit_id: "a",
    sequence: 1,
    event: "pages.completed",
    pages: [{ ...page, started_at: "2026-11-20T09:00:00.000Z", duration_ms: 1 }],
  });
  expect(parsed.pages_total).toBeNull();
  expect(parsed.pages[0]).toMatchObject({ axe: null, performance: null, seo: null, quality: null, error: null });
  expect(PageResult.safeParse(page).success).toBe(false);
});
