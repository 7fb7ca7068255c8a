import { type EmailId, emailIds } from "@/emails";
import { env } from "@/server/core/env";
import { expect, test } from "@/tests/support/api";
import {
  accessibilityPath,
  delivered,
  emailBody,
  emailPath,
  previewOf,
  sampleOf,
  sendEmail,
} from "@/tests/support/email-service";

const brands = { [emailPath]: "Curbcut", [accessibilityPath]: "Curbcut Accessibility" };

/** Keys whose values are formatted before they are shown: times, amounts of money, durations, roles. */
const rewritten = /^(when|since|expires_at|ends_at|downtime|amount|currency|impact|website_url)$/;

const shownValues = (value: unknown, key = ""): string[] => {
  if (rewritten.test(key)) return [];
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => shownValues(item, key));
  return Object.entries(value ?? {}).flatMap(([name, item]) => shownValues(item, name));
};

for (const template of emailIds)
  test(`${template}: delivers its sample in full, in both brandings [#28] [#29] [#31]`, async ({ visitor }) => {
    for (const [path, brand] of Object.entries(brands)) {
      const { to } = emailBody();
      const subject = `What ${template} says, for Zoë & Łukasz`;
      const reply = await sendEmail(visitor, { to, subject, template, data: sampleOf(template) }, path);
      expect(reply).toMatchObject({ status: 202, data: { template } });
      const email = await delivered(reply.data.messageId);
      expect(email).toMatchObject({ to, from: env.MAIL_FROM_ADDRESS, subject, attachments: [] });
      expect(email.html).toContain(`<title>What ${template} says, for Zoë &amp; Łukasz</title>`);
      expect(previewOf(email.html).length).toBeGreaterThan(10);
      expect(email.html).toContain(`>${brand}<`);
      expect(email.text.split("\n")[0]).toBe(brand);
      expect(email.text).not.toMatch(/<\/?[a-z!]/i);
      for (const value of shownValues(sampleOf(template))) expect(email.text, value).toContain(value);
    }
  });

const sendFrom = async (client: Parameters<typeof sendEmail>[0], from: string) =>
  delivered((await sendEmail(client, { from })).data.messageId);

test("sends the email from the sender named by the caller [#30]", async ({ visitor }) => {
  expect((await sendFrom(visitor, "team@localhost")).from).toBe("team@localhost");
  expect((await sendFrom(visitor, "The Team <team@localhost>")).from).toBe("The Team <team@localhost>");
  expect((await sendFrom(visitor, '"Müller, Ada" <team@localhost>')).from).toBe("Müller, Ada <team@localhost>");
});

test("one call sends one message to one recipient, without headers from the caller [#56]", async ({ visitor }) => {
  const { to } = emailBody();
  const reply = await sendEmail(visitor, {
    to,
    data: { name: "Ada\r\nBcc: b@example.org", headers: { Bcc: "b@example.org" }, cc: "b@example.org" },
  });
  const { headers } = await delivered(reply.data.messageId);
  const names = headers.map(({ name }) => name.toLowerCase());
  expect(names.filter((name) => ["to", "cc", "bcc", "subject", "from"].includes(name)).sort()).toEqual([
    "from",
    "subject",
    "to",
  ]);
  expect(headers.find(({ name }) => name.toLowerCase() === "to")?.value).toBe(to);
});

const linkIn: [EmailId, string][] = [
  ["password-reset", "url"],
  ["report-ready", "download_url"],
  ["agency-lead", "report_url"],
];

for (const [template, key] of linkIn)
  test(`${template}: shows a URL that isn't http or https as text, not as a link`, async ({ visitor }) => {
    for (const address of ["javascript:alert(1)", "data:text/html,<b>x</b>", "file:///etc/passwd", "vbscript:x"]) {
      const reply = await sendEmail(visitor, { template, data: { ...sampleOf(template), [key]: address } });
      const { html, text } = await delivered(reply.data.messageId);
      for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?|mailto):/);
      expect(text).toContain(address);
    }
  });
