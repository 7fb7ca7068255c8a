import { GET, POST } from "@/app/.well-known/security.txt/route";
import { expect, test } from "../support/api";
import { configure } from "../support/configure";

const address = "http://localhost:8000/.well-known/security.txt";

test.afterEach(() => configure({ SUPPORT_EMAIL: undefined }));

test("names the contact for vulnerability reports, as RFC 9116 requires", async () => {
  configure({ SUPPORT_EMAIL: "security@example.org" });
  const response = await GET(new Request(address));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const lines = (await response.text()).trimEnd().split("\n");
  const readField = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  expect(readField("Contact")).toEqual(["mailto:security@example.org"]);
  expect(readField("Canonical")).toEqual([address]);
  const [expires = "", ...more] = readField("Expires");
  expect(more).toEqual([]);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29);
  expect(days).toBeLessThanOrEqual(30);
});

test("returns 404 in the envelope if no contact is configured", async () => {
  const response = await GET(new Request(address));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ success: false, error: { code: "not_found" } });
});

test("returns 405 for every method except GET, HEAD and OPTIONS", async () => {
  const response = await POST(new Request(address, { method: "POST" }));
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
});
