import { expect, test } from "@playwright/test";
import { checkEmailData, type EmailId, emailIds, emails, isEmailId, renderEmail } from "@/emails";

const hostileTexts = [
  '<script>alert("x")</script>',
  '"><img src=x onerror=alert(1)>',
  "'--><style>*{display:none}</style>",
  "javascript:alert(1)",
  "data:text/html,<b>x</b>",
  "java\nscript:alert(1)",
];

const isFree = (id: EmailId, path: readonly string[], text: string): boolean =>
  !checkEmailData(emails[id].data, replaceLeaves(id, emails[id].sample, text, [path.join(".")])).some(
    (problem) => problem.path === path.join("."),
  );

/** Returns the sample with every string, or the strings at the given paths, replaced by `text`. */
const replaceLeaves = (
  id: EmailId,
  value: unknown,
  text: string,
  only?: readonly string[],
  path: readonly string[] = [],
): unknown => {
  if (typeof value === "string") {
    const chosen = only ? only.includes(path.join(".")) : isFree(id, path, text);
    return chosen ? text : value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => replaceLeaves(id, item, text, only, [...path, `${index}`]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceLeaves(id, item, text, only, [...path, key])]),
  );
};

const tagsAndAttributes = (html: string): string[] =>
  [...html.matchAll(/<([a-z0-9]+)([^<>]*)>/g)].flatMap(([, tag = "", attributes = ""]) => [
    tag,
    ...[...attributes.matchAll(/ ([a-z-]+)=/gi)].map(([, name]) => `${tag} ${name}`),
  ]);

const hrefs = (html: string): string[] => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => href);

for (const id of emailIds) {
  test(`${id}: callers' text never becomes markup or a link with another scheme`, async () => {
    const plain = await renderEmail(id, emails[id].sample);
    const known = new Set(tagsAndAttributes(plain.html));
    for (const hostile of hostileTexts) {
      const { subject, html } = await renderEmail(id, replaceLeaves(id, emails[id].sample, hostile), {
        subject: hostile,
      });
      expect(tagsAndAttributes(html).filter((name) => !known.has(name))).toEqual([]);
      for (const href of hrefs(html)) expect(href).toMatch(/^(https?:|mailto:)/);
      expect(subject).not.toMatch(/[\r\n]/);
    }
  });
}

test("shows an unsafe URL as text without a link, in HTML and plain text", async () => {
  const { html, text } = await renderEmail("password-reset", { url: "javascript:alert(1)" });
  expect(html).toContain("javascript:alert(1)");
  expect(hrefs(html)).toEqual([]);
  expect(text).toContain("Reset password: javascript:alert(1)");
});

test("turns http, https and mailto URLs into links", async () => {
  for (const url of ["http://a.example/x", "https://a.example/?b=1", "mailto:a@b.example"]) {
    const { html } = await renderEmail("invoice-available", { url, number: "1" });
    expect(hrefs(html).every((href) => href === url)).toBe(true);
    expect(hrefs(html)).toHaveLength(2);
  }
});

test("breaks up a URL in a name, so that email programs don't turn it into a link", async () => {
  const message = await renderEmail("org-invite", {
    ...emails["org-invite"].sample,
    inviter: "https://evil.example/win",
    org: "www.evil.example",
  });
  for (const part of Object.values(message)) expect(part).not.toMatch(/https:\/\/evil|evil\.example/);
});

test("removes line breaks, control characters and direction marks from the subject", async () => {
  const subject = "Hello\r\nBcc: victim@example.org\u202Etxt\u0000";
  const message = await renderEmail("welcome", { name: "Ada" }, { subject });
  expect(message.subject).toBe("Hello Bcc: victim@example.org txt");
  expect(message.html).toContain("<title>Hello Bcc: victim@example.org txt</title>");
});

test("reports missing keys as missing and invalid ones with the reason, and ignores other keys", () => {
  const welcome = emails.welcome.data;
  expect(checkEmailData(emails["verify-email"].data, { name: "Ada", expires_minutes: "ten", campaign: "x" })).toEqual([
    { path: "otp", message: "This key is missing." },
    { path: "url", message: "This key is missing." },
    { path: "expires_minutes", message: expect.stringContaining("number") },
  ]);
  expect(checkEmailData(welcome, { name: "Ada", app: 7, campaign: "x" })).toEqual([]);
  expect(checkEmailData(emails["weekly-digest"].data, { items: [{}] }).map(({ path }) => path)).toContain(
    "items.0.website_url",
  );
  expect(checkEmailData(welcome, "Ada")).toHaveLength(1);
  expect(checkEmailData(welcome, null)).toHaveLength(1);
});

test("the renderer also rejects data that doesn't match the schema", async () => {
  await expect(renderEmail("welcome", {})).rejects.toThrow(/name/);
});

test("accepts only template ids in the registry", () => {
  expect(isEmailId("agency-coupon")).toBe(true);
  for (const id of ["", "constructor", "__proto__", "Agency-Coupon"]) expect(isEmailId(id)).toBe(false);
});

test("the brand comes from the envelope, whatever the data contains", async () => {
  for (const app of [undefined, "service", "accessibility"]) {
    const data = { name: "Ada", app };
    expect((await renderEmail("welcome", data, { brand: "accessibility" })).text).toMatch(/^Curbcut Accessibility\n/);
    expect((await renderEmail("welcome", data, { brand: "service" })).text).toMatch(/^Curbcut\n/);
    expect((await renderEmail("welcome", data)).text).toMatch(/^Curbcut\n/);
  }
});
