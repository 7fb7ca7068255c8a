import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { fileStore } from "@/server/adapters/store/embedded";
import { type FileUrls, fileUrls } from "@/server/adapters/store/file-urls";
import type { ObjectStore } from "@/server/adapters/store/port";
import { s3Store } from "@/server/adapters/store/s3";
import { serveFileUrl } from "@/server/adapters/store/serve-file-url";
import { AppError } from "@/server/core/errors";
import { startS3 } from "@/tests/support/s3";

type S3 = Awaited<ReturnType<typeof startS3>>;

const pdf = { contentType: "application/pdf", fileName: "report.pdf" };
const text = { contentType: "text/plain; charset=utf-8" };
const lifetime = { expiresInSeconds: 60 };

let folder: string;
let s3: S3;
/** Apps that serve /api/files, one for each store under test. */
const apps: Server[] = [];

const serve = async (make: (urls: FileUrls) => ObjectStore): Promise<{ store: ObjectStore; urls: FileUrls }> => {
  const server = createServer(async (request, response) => {
    try {
      const answer = await serveFileUrl(store, urls, new URL(request.url ?? "", "http://app"));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch (error) {
      response.writeHead(error instanceof AppError ? error.status : 500).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  apps.push(server);
  const urls = fileUrls(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => "a secret");
  const store = make(urls);
  return { store, urls };
};

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curbcut-store-"));
  s3 = await startS3();
});
test.afterAll(async () => {
  for (const app of apps) app.close();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const implementations = [
  { name: "files", make: (urls: FileUrls) => fileStore(folder, urls) },
  { name: "S3", make: () => s3Store(s3) },
];

for (const { name, make } of implementations) {
  test.describe(name, () => {
    let store: ObjectStore;
    let urls: FileUrls;
    test.beforeAll(async () => {
      ({ store, urls } = await serve(make));
    });

    test("returns the stored object, and storing another under the same key replaces it completely", async () => {
      await store.put("audits/1/pages/2.json.gz", Buffer.from("first, and longer"), text);
      await store.put("audits/1/pages/2.json.gz", Buffer.from("second"), pdf);
      expect(await store.get("audits/1/pages/2.json.gz")).toEqual(Buffer.from("second"));
      expect(await store.head("audits/1/pages/2.json.gz")).toEqual({ size: 6 });
      expect(await store.read("audits/1/pages/2.json.gz")).toEqual({
        body: Buffer.from("second"),
        contentType: "application/pdf",
        disposition: `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`,
      });
    });

    test("returns null for a deleted object, and allows deleting it again", async () => {
      await store.put("gone", Buffer.from("x"), text);
      await store.remove("gone");
      await store.remove("gone");
      expect(await store.get("gone")).toBeNull();
      expect(await store.read("gone")).toBeNull();
      expect(await store.head("gone")).toBeNull();
    });

    test("stores an empty object and a large one", async () => {
      const large = randomBytes(5_000_000);
      await store.put("large", large, text);
      await store.put("empty", Buffer.alloc(0), text);
      expect(large.equals((await store.get("large")) ?? Buffer.alloc(0))).toBe(true);
      expect(await store.head("large")).toEqual({ size: 5_000_000 });
      expect(await store.get("empty")).toEqual(Buffer.alloc(0));
      expect(await store.head("empty")).toEqual({ size: 0 });
    });

    test("accepts any text as a key, except paths", async () => {
      const keys = [
        "Käse & 💡/ü%20+?#=1",
        "a b",
        "a/b",
        "A/b",
        "0193b0c0-0000-7000-8000-000000000000",
        "x".repeat(200),
      ];
      for (const key of keys) await store.put(key, Buffer.from(`of ${key}`), text);
      for (const key of keys) expect((await store.get(key))?.toString()).toBe(`of ${key}`);
      for (const key of keys) {
        const { url } = await store.presign(key, lifetime);
        expect(await (await fetch(url)).text(), key).toBe(`of ${key}`);
      }
      for (const key of ["", "a/../b", "..", "./a", "a\nb", "\u0000", "\ud800", "x".repeat(701)])
        await expect(store.put(key, Buffer.from("x"), text), key).rejects.toMatchObject({ code: "invalid_input" });
    });

    test("a presigned URL works without credentials and sets the file name and content type", async () => {
      await store.put("0193b0c0", Buffer.from("%PDF-1.7"), { ...pdf, fileName: 'Café "Öl"/\n.pdf' });
      const { url, expires_at } = await store.presign("0193b0c0", lifetime);
      expect(Math.abs(expires_at.getTime() - Date.now() - 60_000)).toBeLessThan(2000);
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe("%PDF-1.7");
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("content-disposition")).toBe(
        `attachment; filename="Caf_ __l___.pdf"; filename*=UTF-8''Caf%C3%A9%20%22%C3%96l%22__.pdf`,
      );
      const renamed = await fetch((await store.presign("0193b0c0", { ...lifetime, fileName: "other.pdf" })).url);
      expect(renamed.headers.get("content-disposition")).toContain('filename="other.pdf"');
    });

    test("a presigned URL stops working when it expires @long", async () => {
      await store.put("short", Buffer.from("x"), text);
      const { url } = await store.presign("short", { expiresInSeconds: 2 });
      expect((await fetch(url)).status).toBe(200);
      await expect.poll(async () => (await fetch(url)).status).toBeGreaterThanOrEqual(400);
    });

    test("rejects a URL without a signature or with a changed part", async () => {
      await store.put("mine", Buffer.from("x"), text);
      await store.put("yours", Buffer.from("y"), text);
      const { url } = await store.presign("mine", lifetime);
      const longer = url.replace(/(Expires|expires)=\d+/, `$1=${Math.floor(Date.now() / 1000) + 9999}`);
      const changed = [url.replace(/\?.*/, ""), url.replace("mine", "yours"), longer, `${url.slice(0, -3)}abc`];
      for (const hostile of changed) {
        expect(hostile).not.toBe(url);
        const { status } = await fetch(hostile);
        expect([400, 403], hostile).toContain(status);
      }
    });

    test("the app's own signed URLs work with either store and can be valid for longer than 7 days", async () => {
      await store.put("fix", Buffer.from("{}"), { contentType: "application/json" });
      const days180 = 180 * 86_400;
      const { url, expires_at } = urls.sign("fix", { expiresInSeconds: days180, fileName: "fix.json" });
      expect(expires_at.getTime()).toBeGreaterThan(Date.now() + (days180 - 5) * 1000);
      const answer = await fetch(url);
      expect(await answer.text()).toBe("{}");
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("content-disposition")).toContain('filename="fix.json"');
      expect((await fetch(urls.sign("no such thing", lifetime).url)).status).toBe(404);
      expect((await fetch(urls.sign("fix", { expiresInSeconds: -1 }).url)).status).toBe(410);
      expect((await fetch(url.replace("name=fix", "name=fax"))).status).toBe(400);
    });

    test("`check` resolves for a working store", async () => {
      await store.check();
      await store.check();
    });
  });
}

test("files: concurrent writers of one key leave one complete object", async () => {
  const { store } = await serve((urls) => fileStore(folder, urls));
  const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index));
  const put = bodies.map((body) => store.put("contested", body, text));
  const seen: (Buffer | null)[] = [];
  for (let round = 0; round < 5; round += 1) seen.push(await store.get("contested"));
  await Promise.all(put);
  for (const body of [...seen, await store.get("contested")])
    expect(body === null || bodies.some((whole) => whole.equals(body))).toBe(true);
});

test("files: purges unfinished files left by killed writers, and creates only private files and folders", async () => {
  const { store } = await serve((urls) => fileStore(folder, urls));
  const draft = join(folder, "drafts", "left-behind");
  const fresh = join(folder, "drafts", "being-written");
  mkdirSync(join(folder, "drafts"), { recursive: true, mode: 0o700 });
  for (const path of [draft, fresh]) writeFileSync(path, "half");
  utimesSync(draft, new Date(), new Date(Date.now() - 2 * 3_600_000));
  await store.put("anything", Buffer.from("x"), text);
  expect(readdirSync(join(folder, "drafts"))).toEqual(["being-written"]);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name === "being-written") continue;
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
    expect(mode, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
  }
});

test("files: throws when the folder isn't writable", async () => {
  const blocked = join(folder, "blocked");
  writeFileSync(blocked, "a file where a folder should be");
  const store = fileStore(
    join(blocked, "objects"),
    fileUrls("http://127.0.0.1", () => "a secret"),
  );
  await expect(store.put("x", Buffer.from("x"), text)).rejects.toMatchObject({ code: "upstream_failed" });
  await expect(store.get("x")).rejects.toMatchObject({ code: "upstream_failed" });
  await expect(store.check()).rejects.toThrow();
});

test("S3: wrong credentials, a missing bucket and an unreachable service throw upstream_failed", async () => {
  const wrong = [
    { ...s3, credentials: { accessKeyId: "S3RVER", secretAccessKey: "wrong" } },
    { ...s3, credentials: { accessKeyId: "nobody", secretAccessKey: "S3RVER" } },
    { ...s3, bucket: "no-such-bucket" },
    { ...s3, endpoint: "http://127.0.0.1:1" },
  ];
  for (const options of wrong) {
    const store = s3Store(options);
    await expect(store.put("x", Buffer.from("x"), text)).rejects.toMatchObject({ code: "upstream_failed" });
    await expect(store.check()).rejects.toMatchObject({ code: "upstream_failed" });
  }
  await expect(s3Store(s3).presign("x", { expiresInSeconds: 604_801 })).rejects.toThrow("7 days");
});
