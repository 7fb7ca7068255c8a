import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { outboxAdapter } from "@/server/adapters/email/embedded";
import { listOutboxMessages, readOutboxMessage } from "@/server/adapters/email/read-outbox";
import { resendAdapter } from "@/server/adapters/email/resend";
import { smtpAdapter } from "@/server/adapters/email/smtp";
import { outgoingEmail as message } from "@/tests/support/outgoing-email";
import { startFailing } from "@/tests/support/resend";
import { busyRecipient, refusedRecipient, startSmtp } from "@/tests/support/smtp";

let folder: string;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curbcut-mail-"));
  smtp = await startSmtp();
});
test.afterAll(async () => {
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.describe("outbox", () => {
  test("processes that send with the same keys at the same time write one private file per key @long", async () => {
    const shared = mkdtempSync(join(folder, "shared-"));
    const script = `
      import { outboxAdapter } from "@/server/adapters/email/embedded";
      const adapter = outboxAdapter(${JSON.stringify(shared)});
      const text = "from " + process.pid;
      for (let key = 0; key < 25; key += 1)
        await adapter.send({ to: "ada@example.org", from: "c@example.org", subject: "s", html: text, text, idempotencyKey: "k" + key });`;
    const run = () => promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
    await Promise.all([run(), run(), run()]);
    const files = readdirSync(shared);
    expect(files).toHaveLength(25);
    for (const file of files) {
      expect(file).toMatch(/^[0-9a-f]{32}\.eml$/);
      expect(statSync(join(shared, file)).mode & 0o777).toBe(0o600);
    }
  });

  test("lists the newest emails first with their attachments, and throws not_found for unknown ids", async () => {
    const own = mkdtempSync(join(folder, "own-"));
    const adapter = outboxAdapter(own);
    expect(await listOutboxMessages(join(own, "not-yet"), 10)).toEqual([]);
    const ids: string[] = [];
    for (const subject of ["first", "second", "third"]) {
      const content = Buffer.alloc(100_000, 7);
      const attachments = [{ fileName: "Bericht ü.pdf", content, contentType: "application/pdf" }];
      ids.push((await adapter.send(message({ subject, attachments }))).providerId);
      await expect.poll(() => Date.now()).toBeGreaterThan(statSync(join(own, `${ids.at(-1)}.eml`)).mtimeMs + 2);
    }
    const listed = await listOutboxMessages(own, 2);
    expect(listed.map(({ subject }) => subject)).toEqual(["third", "second"]);
    expect(listed[0]).toMatchObject({ id: ids[2], to: "ada@example.org", from: "Curbcut <curbcut@example.org>" });
    expect((await readOutboxMessage(own, ids[0] ?? "")).attachments).toEqual([
      { fileName: "Bericht ü.pdf", contentType: "application/pdf", size: 100_000 },
    ]);
    for (const id of ["0".repeat(32), "../../etc/passwd", ""])
      await expect(readOutboxMessage(own, id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("reports a folder that isn't writable as a retryable error", async () => {
    writeFileSync(join(folder, "blocked"), "a file where a folder should be");
    await expect(outboxAdapter(join(folder, "blocked", "outbox")).send(message())).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryable: true, status: null },
    });
  });
});

test.describe("SMTP", () => {
  test("reports permanent refusals as not retryable, and temporary errors and connection errors as retryable", async () => {
    const adapter = smtpAdapter(smtp.url);
    const failure = (retryable: boolean, status: number | null) => ({
      code: "upstream_failed",
      details: { retryable, status },
    });
    await expect(adapter.send(message({ to: refusedRecipient }))).rejects.toMatchObject(failure(false, 550));
    const busy = message({ to: busyRecipient });
    await expect(adapter.send(busy)).rejects.toMatchObject(failure(true, 451));
    await adapter.send(busy);
    await adapter.close();
    const wrong = smtpAdapter(smtp.wrongUrl);
    await expect(wrong.send(message())).rejects.toMatchObject(failure(false, 535));
    const nobody = smtpAdapter("smtp://127.0.0.1:1");
    await expect(nobody.send(message())).rejects.toMatchObject(failure(true, null));
    for (const one of [wrong, nobody]) await one.close();
  });

  test("sends the same Message-ID in each attempt, and omits the credentials from `location`", async () => {
    const one = message();
    const [first, second] = [smtpAdapter(smtp.url), smtpAdapter(smtp.url)];
    expect((await second.send(one)).providerId).toBe((await first.send(one)).providerId);
    expect(first.location).toBe(smtp.url.replace("user:pass@", ""));
    for (const adapter of [first, second]) await adapter.close();
  });
});

test.describe("Resend", () => {
  const cases = [
    { status: 429, headers: { "retry-after": "7" }, name: "rate_limit_exceeded", retryable: true, wait: 7 },
    { status: 500, headers: {}, name: "internal_server_error", retryable: true },
    { status: 422, headers: {}, name: "validation_error", retryable: false },
    { status: 403, headers: {}, name: "invalid_api_key", retryable: false },
    { status: 409, headers: {}, name: "concurrent_idempotent_requests", retryable: true },
    { status: 409, headers: {}, name: "invalid_idempotent_request", retryable: false },
  ];
  for (const { status, headers, name, retryable, wait } of cases)
    test(`reports ${status} ${name} as ${retryable ? "" : "not "}retryable`, async () => {
      const failing = await startFailing(status, headers, JSON.stringify({ statusCode: status, name, message: "no" }));
      await expect(resendAdapter("re_test", failing.url).send(message())).rejects.toMatchObject({
        code: "upstream_failed",
        details: { retryable, status, ...(wait && { retry_after_seconds: wait }) },
      });
      await failing.stop();
    });

  test("reports an unreachable service as retryable", async () => {
    await expect(resendAdapter("re_test", "http://127.0.0.1:1").send(message())).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryable: true, status: null },
    });
  });
});
