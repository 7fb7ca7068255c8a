import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import PostalMime from "postal-mime";
import { outboxAdapter } from "@/server/adapters/email/embedded";
import type { EmailAdapter, OutgoingEmail } from "@/server/adapters/email/port";
import { listOutboxMessages, readOutboxMessage } from "@/server/adapters/email/read-outbox";
import { resendAdapter } from "@/server/adapters/email/resend";
import { smtpAdapter } from "@/server/adapters/email/smtp";
import { outgoingEmail as message } from "@/tests/support/outgoing-email";
import { startResend } from "@/tests/support/resend";
import { startSmtp } from "@/tests/support/smtp";

interface Received {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  attachments: { fileName: string; contentType: string; size: number }[];
}

interface Implementation {
  name: string;
  createAdapter: () => EmailAdapter;
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

const implementations: Implementation[] = [
  {
    name: "outbox",
    createAdapter: () => outboxAdapter(folder),
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
    createAdapter: () => smtpAdapter(smtp.url),
    received: () =>
      Promise.all(
        smtp.messages.map(async (raw) => {
          const { from, to, subject = "", html = "", text = "", headers, attachments } = await PostalMime.parse(raw);
          return {
            from: from?.name ? `${from.name} <${from.address}>` : (from?.address ?? ""),
            to: to?.map(({ address }) => address).join() ?? "",
            subject,
            html,
            text,
            headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
            attachments: attachments.map(({ filename, mimeType, content }) => ({
              fileName: filename ?? "",
              contentType: mimeType,
              size: (content as ArrayBuffer).byteLength,
            })),
          };
        }),
      ),
  },
  {
    name: "Resend",
    createAdapter: () => resendAdapter("re_test", resend.url),
    received: async () =>
      (await resend.emails()).map(({ from, to, headers, attachments, ...rest }) => ({
        ...rest,
        from: from.replace(/^"(.*)" /, (_all, name: string) => `${name.replace(/\\(.)/g, "$1")} `),
        to: to.join(),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        attachments: attachments.map(({ filename, content_type, content }) => ({
          fileName: filename,
          contentType: content_type,
          size: Buffer.from(content, "base64").length,
        })),
      })),
  },
];

for (const { name, createAdapter: open, received } of implementations) {
  test.describe(name, () => {
    let adapter: EmailAdapter;
    test.beforeAll(() => {
      adapter = open();
    });
    test.afterAll(() => adapter.close());

    const about = async (subject: string) => (await received()).filter((one) => one.subject === subject);

    test("delivers an email unchanged", async () => {
      const subject = `Prüfbericht für „Käse & Söhne“ 💡 ${randomUUID()} ${"long ".repeat(30)}end`;
      const html = `<p>Grüße &amp; ${"x".repeat(2000)}</p>\n<p>.</p>\n.\n<p>From here</p>`;
      const { providerId } = await adapter.send(
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
      expect(one?.attachments).toEqual([{ fileName: "Bericht ü.pdf", contentType: "application/pdf", size: 8 }]);
    });

    test("delivers names and subjects in any script unchanged", async () => {
      const names = ["Żaneta Łuć", "山田 太郎", "مريم الخوري", "Анна-Мария", "O'Neil, Zoë (QA)", "Ada 👩🏽‍💻"];
      for (const name of names) {
        const subject = `${name}: ${"網站 موقع сайт ".repeat(6)}${randomUUID()}`;
        await adapter.send(message({ subject, from: `"${name}" <curbcut@example.org>` }));
        const [one] = await about(subject);
        expect(one?.from).toBe(`${name} <curbcut@example.org>`);
      }
    });

    test("delivers a digest's one-click headers unfolded, however long the URL is", async () => {
      const subject = `digest ${randomUUID()}`;
      const address = `<https://example.org/api/v1/unsubscribe/one-click?token=${"a1-_".repeat(110)}.${"Zz".repeat(21)}>`;
      const headers = { "List-Unsubscribe": address, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
      await adapter.send(message({ subject, headers }));
      const [one] = await about(subject);
      expect(one?.headers["list-unsubscribe"]).toBe(address);
      expect(one?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    });

    test("delivers attachments in order, with name, type and size", async () => {
      const subject = `attached ${randomUUID()}`;
      const sizes = [1, 77, 300_000];
      const attachments = sizes.map((size) => ({
        fileName: `报告 ${size}.pdf`,
        content: Buffer.alloc(size, 0xfe),
        contentType: "application/pdf",
      }));
      await adapter.send(message({ subject, attachments }));
      const [one] = await about(subject);
      expect(one?.attachments).toEqual(
        sizes.map((size) => ({ fileName: `报告 ${size}.pdf`, contentType: "application/pdf", size })),
      );
    });

    test("keysLastSeconds is how long the service stores idempotency keys", () => {
      const ends = { outbox: Number.POSITIVE_INFINITY, smtp: null, resend: 23 * 3_600 };
      expect(adapter.keysLastSeconds).toBe(ends[adapter.kind]);
    });

    test("sends once per idempotency key, for sequential and for parallel calls", async () => {
      const once = message({ subject: `once ${randomUUID()}` });
      const [first, second] = await Promise.all([adapter.send(once), adapter.send(once)]);
      expect(await adapter.send(once)).toEqual(first);
      expect(second).toEqual(first);
      expect(await about(once.subject)).toHaveLength(1);
    });

    test("sends again with a different idempotency key", async () => {
      const subject = `twice ${randomUUID()}`;
      const first = await adapter.send(message({ subject }));
      const second = await adapter.send(message({ subject }));
      expect(second.providerId).not.toBe(first.providerId);
      expect(await about(subject)).toHaveLength(2);
    });

    test("rejects injected headers and additional recipients", async () => {
      const before = (await received()).length;
      const inject = "x\r\nBcc: eve@example.org";
      const attachment = { fileName: "a.pdf", content: Buffer.from("x"), contentType: "application/pdf" };
      const hostile: Partial<OutgoingEmail>[] = [
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
        await expect(adapter.send(message(changed)), JSON.stringify(changed)).rejects.toMatchObject({
          code: "invalid_input",
        });
      expect(await received()).toHaveLength(before);
    });
  });
}

test("outbox: keeps the first email sent under a key [E12]", async () => {
  const adapter = outboxAdapter(folder);
  const first = message({ subject: `first ${randomUUID()}` });
  const { providerId } = await adapter.send(first);
  expect(await adapter.send({ ...first, subject: "second" })).toEqual({ providerId });
  expect(await readOutboxMessage(folder, providerId)).toMatchObject({ subject: first.subject });
});
