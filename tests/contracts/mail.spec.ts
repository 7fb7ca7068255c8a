import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import PostalMime from "postal-mime";
import { outboxMail } from "@/server/adapters/mail/embedded";
import type { Mail, MailMessage } from "@/server/adapters/mail/port";
import { listOutboxMessages, readOutboxMessage } from "@/server/adapters/mail/read-outbox";
import { resendMail } from "@/server/adapters/mail/resend";
import { smtpMail } from "@/server/adapters/mail/smtp";
import { startFailing, startResend } from "@/tests/support/resend";
import { busyRecipient, refusedRecipient, startSmtp } from "@/tests/support/smtp";

interface Received {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

interface Implementation {
  name: string;
  mail: () => Mail;
  received: () => Promise<Received[]>;
}

let folder: string;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let resend: Awaited<ReturnType<typeof startResend>>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "curbcut-mail-"));
  smtp = await startSmtp();
  resend = await startResend();
});
test.afterAll(async () => {
  await smtp.stop();
  await resend.stop();
  rmSync(folder, { recursive: true, force: true });
});

const message = (changed: Partial<MailMessage> = {}): MailMessage => ({
  to: "ada@example.org",
  from: "Curbcut <curbcut@example.org>",
  subject: "Your report",
  html: "<p>Hello</p>",
  text: "Hello",
  idempotencyKey: randomUUID(),
  ...changed,
});

const implementations: Implementation[] = [
  {
    name: "outbox",
    mail: () => outboxMail(folder),
    received: async () => {
      const entries = await listOutboxMessages(folder, 1000);
      const messages = await Promise.all(entries.map(({ id }) => readOutboxMessage(folder, id)));
      return messages.map(({ headers, ...rest }) => ({
        ...rest,
        headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
      }));
    },
  },
  {
    name: "SMTP",
    mail: () => smtpMail(smtp.url),
    received: () =>
      Promise.all(
        smtp.messages.map(async (raw) => {
          const { from, to, subject = "", html = "", text = "", headers } = await PostalMime.parse(raw);
          return {
            from: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ""),
            to: to?.map(({ address }) => address).join() ?? "",
            subject,
            html,
            text,
            headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
          };
        }),
      ),
  },
  {
    name: "Resend",
    mail: () => resendMail("re_test", resend.url),
    received: async () =>
      (await resend.emails()).map(({ from, to, headers, ...rest }) => ({
        ...rest,
        from: from.replace(/^"(.*)" /, (_all, name: string) => `${name.replace(/\\(.)/g, "$1")} `),
        to: to.join(),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      })),
  },
];

for (const { name, mail: open, received } of implementations) {
  test.describe(name, () => {
    let mail: Mail;
    test.beforeAll(() => {
      mail = open();
    });
    test.afterAll(() => mail.close());

    const about = async (subject: string) => (await received()).filter((one) => one.subject === subject);

    test("a message arrives as it was written", async () => {
      const subject = `Prüfbericht für „Käse & Söhne“ 💡 ${randomUUID()} ${"long ".repeat(30)}end`;
      const html = `<p>Grüße &amp; ${"x".repeat(2000)}</p>\n<p>.</p>\n.\n<p>From here</p>`;
      const { providerId } = await mail.send(
        message({
          subject,
          html,
          text: "Grüße\n\n.\nFrom here 💡",
          from: 'Zoë "Z", Curbcut <curbcut@example.org>',
          headers: { "List-Unsubscribe": "<https://example.org/u?x=1>" },
          attachments: [
            { fileName: "Bericht ü.pdf", content: Buffer.from("%PDF-1.7"), contentType: "application/pdf" },
          ],
        }),
      );
      expect(providerId).not.toBe("");
      const [one, ...others] = await about(subject);
      expect(others).toEqual([]);
      expect(one?.from).toBe('Zoë "Z", Curbcut <curbcut@example.org>');
      expect(one?.to).toBe("ada@example.org");
      expect(one?.html.trim()).toBe(html);
      expect(one?.text.trim()).toBe("Grüße\n\n.\nFrom here 💡");
      expect(one?.headers["list-unsubscribe"]).toBe("<https://example.org/u?x=1>");
    });

    test("the same key never sends twice, one after the other or at once", async () => {
      const once = message({ subject: `once ${randomUUID()}` });
      const [first, second] = await Promise.all([mail.send(once), mail.send(once)]);
      expect(await mail.send(once)).toEqual(first);
      expect(second).toEqual(first);
      expect(await about(once.subject)).toHaveLength(1);
    });

    test("another key sends again", async () => {
      const subject = `twice ${randomUUID()}`;
      const first = await mail.send(message({ subject }));
      const second = await mail.send(message({ subject }));
      expect(second.providerId).not.toBe(first.providerId);
      expect(await about(subject)).toHaveLength(2);
    });

    test("headers and further recipients cannot be smuggled in", async () => {
      const before = (await received()).length;
      const inject = "x\r\nBcc: eve@example.org";
      const attachment = { fileName: "a.pdf", content: Buffer.from("x"), contentType: "application/pdf" };
      const hostile: Partial<MailMessage>[] = [
        { subject: inject },
        { subject: "x\nBcc: eve@example.org" },
        { to: `ada@example.org\r\nBcc: eve@example.org` },
        { to: "ada@example.org, eve@example.org" },
        { to: "Ada <ada@example.org>" },
        { to: "ada" },
        { from: `Ada\r\nBcc: eve@example.org <ada@example.org>` },
        { from: "ada@example.org, eve@example.org" },
        { from: "Ada <ada@example.org> <eve@example.org>" },
        { from: "Ada" },
        { headers: { "X-Test": inject } },
        { headers: { [`X-Test: y\r\nBcc`]: "eve@example.org" } },
        { attachments: [{ ...attachment, fileName: inject }] },
        { attachments: [{ ...attachment, contentType: inject }] },
        { idempotencyKey: inject },
        { idempotencyKey: "" },
        { idempotencyKey: "x".repeat(257) },
      ];
      for (const changed of hostile)
        await expect(mail.send(message(changed)), JSON.stringify(changed)).rejects.toMatchObject({
          code: "invalid_input",
        });
      expect(await received()).toHaveLength(before);
    });
  });
}

test.describe("outbox", () => {
  test("processes that send the same keys at once write one private file a key", async () => {
    const shared = mkdtempSync(join(folder, "shared-"));
    const script = `
      import { outboxMail } from "@/server/adapters/mail/embedded";
      const mail = outboxMail(${JSON.stringify(shared)});
      const text = "from " + process.pid;
      for (let key = 0; key < 25; key += 1)
        await mail.send({ to: "ada@example.org", from: "c@example.org", subject: "s", html: text, text, idempotencyKey: "k" + key });`;
    const run = () => promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script]);
    await Promise.all([run(), run(), run()]);
    const files = readdirSync(shared);
    expect(files).toHaveLength(25);
    for (const file of files) {
      expect(file).toMatch(/^[0-9a-f]{32}\.eml$/);
      expect(statSync(join(shared, file)).mode & 0o777).toBe(0o600);
    }
  });

  test("the newest come first, with attachments listed; what is not there is not found", async () => {
    const own = mkdtempSync(join(folder, "own-"));
    const mail = outboxMail(own);
    expect(await listOutboxMessages(join(own, "not-yet"), 10)).toEqual([]);
    const ids: string[] = [];
    for (const subject of ["first", "second", "third"]) {
      const content = Buffer.alloc(100_000, 7);
      const attachments = [{ fileName: "Bericht ü.pdf", content, contentType: "application/pdf" }];
      ids.push((await mail.send(message({ subject, attachments }))).providerId);
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

  test("a folder that cannot be written is an error to try again", async () => {
    writeFileSync(join(folder, "blocked"), "a file where a folder should be");
    await expect(outboxMail(join(folder, "blocked", "outbox")).send(message())).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryable: true, status: null },
    });
  });
});

test.describe("SMTP", () => {
  test("what the server refuses for good, for now, or cannot be asked", async () => {
    const mail = smtpMail(smtp.url);
    const failure = (retryable: boolean, status: number | null) => ({
      code: "upstream_failed",
      details: { retryable, status },
    });
    await expect(mail.send(message({ to: refusedRecipient }))).rejects.toMatchObject(failure(false, 550));
    const busy = message({ to: busyRecipient });
    await expect(mail.send(busy)).rejects.toMatchObject(failure(true, 451));
    await mail.send(busy);
    await mail.close();
    const wrong = smtpMail(smtp.wrongUrl);
    await expect(wrong.send(message())).rejects.toMatchObject(failure(false, 535));
    const nobody = smtpMail("smtp://127.0.0.1:1");
    await expect(nobody.send(message())).rejects.toMatchObject(failure(true, null));
    for (const one of [wrong, nobody]) await one.close();
  });

  test("the Message-ID is the same at every try, and the location hides the password", async () => {
    const one = message();
    const [first, second] = [smtpMail(smtp.url), smtpMail(smtp.url)];
    expect((await second.send(one)).providerId).toBe((await first.send(one)).providerId);
    expect(first.location).toBe(smtp.url.replace("user:pass@", ""));
    for (const mail of [first, second]) await mail.close();
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
    test(`${status} ${name} is ${retryable ? "" : "not "}to be tried again`, async () => {
      const failing = await startFailing(status, headers, JSON.stringify({ statusCode: status, name, message: "no" }));
      await expect(resendMail("re_test", failing.url).send(message())).rejects.toMatchObject({
        code: "upstream_failed",
        details: { retryable, status, ...(wait && { retry_after_seconds: wait }) },
      });
      await failing.stop();
    });

  test("an unreachable service is to be tried again", async () => {
    await expect(resendMail("re_test", "http://127.0.0.1:1").send(message())).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryable: true, status: null },
    });
  });
});
