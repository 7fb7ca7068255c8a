import { expect, test } from "@playwright/test";
import { z } from "zod";
import { brands, type EmailId, emailIds, emails, type RenderedEmail, renderEmail } from "@/emails";

/** Every template ID with the data keys that callers use; a question mark marks an optional key. */
const contract: Record<EmailId, string> = {
  welcome: "name",
  "verify-email": "name otp url expires_minutes",
  "email-verified": "name",
  "account-exists": "url",
  "password-reset": "url",
  "password-changed": "name when url?",
  "email-change-confirm": "url new_email",
  "email-changed": "name new_email when url? contact?",
  "email-change-done": "name old_email when contact?",
  "identity-link": "provider url",
  "identity-linked": "name provider email when url",
  "identity-removed": "name provider email when url",
  "sessions-ended": "name when url",
  "new-sign-in": "when ip agent url?",
  "failed-sign-ins": "count when ip agent url",
  "failed-confirmations": "count when ip agent url",
  "account-deleted": "name contact?",
  "data-export-ready": "url expires_at",
  "org-invite": "inviter org url role",
  "org-invite-accepted": "member org",
  "org-member-removed": "org",
  "org-role-changed": "org role",
  "org-ownership-transferred": "org",
  "org-deleted": "org",
  "webhook-disabled": "url reason settings_url",
  "scan-complete": "website_url score score_low? counts results_url pages_missing?",
  "first-scan-complete": "website_url score score_low? counts results_url pages_missing?",
  "scan-failed": "website_url reason audit_url?",
  "scan-cancelled": "website_url audit_url?",
  "scheduled-scan-summary": "website_url delta results_url pages_missing?",
  "schedule-paused": "website_url reason schedule_url?",
  "regression-alert": "website_url new_issues results_url",
  "weekly-digest": "items",
  "report-ready": "website_url download_url standard?",
  "report-failed": "website_url reason",
  "agency-lead": "website_url lead_email report_url?",
  "agency-coupon": "name company code",
  "agency-welcome": "name",
  "payment-succeeded": "plan amount currency",
  "payment-failed": "plan update_url",
  "payment-action-required": "url",
  "subscription-created": "plan",
  "subscription-updated": "from to",
  "subscription-cancelled": "plan ends_at",
  "trial-ending": "ends_at",
  "usage-limit-warning": "limit used",
  "usage-limit-reached": "limit",
  "invoice-available": "url number",
  "refund-issued": "amount currency",
  "uptime-down": "url since error monitor_url?",
  "uptime-recovered": "url downtime monitor_url?",
  "certificate-expiring": "host days",
  "search-perf-connected": "property",
  "search-perf-disconnected": "property",
};

const homeUrl = "https://curbcut.example/";
const withoutButton: readonly EmailId[] = ["account-deleted", "email-changed"];
const wordsWeNeverUse = /\b(compliant|certified|simply|just|100% accessible)\b/i;
const leftovers = /undefined|null|NaN|\[object|Invalid Date/;

const visibleForms: Record<string, string> = {
  when: "20 November 2026 at 09:00 UTC",
  since: "20 November 2026 at 09:00 UTC",
  expires_at: "21 November 2026 at 09:00 UTC",
  downtime: "13 minutes",
  currency: "EUR",
};

const visibleForm = (id: EmailId, key: string, value: string | number): string => {
  if (key === "ends_at")
    return id === "trial-ending" ? "27 November 2026 at 09:00 UTC" : "31 December 2026 at 23:59 UTC";
  if (key === "website_url" && id === "weekly-digest") return String(value).replace("https://", "");
  if (key === "amount") return id === "refund-issued" ? "49.00" : "149.00";
  if (key === "impact") return String(value).replace(/^./, (html) => html.toUpperCase());
  return visibleForms[key] ?? String(value);
};

const leaves = (value: unknown, key = ""): { key: string; value: string | number }[] => {
  if (typeof value === "string" || typeof value === "number") return [{ key, value }];
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, key));
  return Object.entries(value ?? {}).flatMap(([name, item]) => leaves(item, name));
};

const escapeHtml = (text: string): string =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#x27;");

const expectReadable = ({ subject, html, text }: RenderedEmail): void => {
  for (const part of [subject, html, text]) expect(part).not.toMatch(leftovers);
  for (const part of [subject, text]) expect(part).not.toMatch(wordsWeNeverUse);
  expect(subject.length).toBeGreaterThan(8);
  expect(text).not.toMatch(/<\/?[a-z!]/i);
  expect(text).not.toMatch(/\n{3,}/);
};

const expectWellMade = ({ subject, html }: RenderedEmail): void => {
  expect(html).toMatch(/<html[^>]* lang="en-GB"/);
  expect(html).toContain(`<title>${escapeHtml(subject)}</title>`);
  expect(html).toMatch(/<div style="display:none[^>]*data-skip-in-text="true">[^<]{10,}/);
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain("@media (prefers-color-scheme:dark)");
  expect(html.match(/<h1/g)).toHaveLength(1);
  const tables = html.match(/<table[^>]*>(<tbody><tr[^>]*><th scope="row")?/g) ?? [];
  expect(tables.length).toBeGreaterThan(3);
  for (const table of tables) expect(table).toMatch(/role="presentation"|<th scope="row"/);
};

const expectSampleShown = (id: EmailId, { html, text }: RenderedEmail): void => {
  for (const { key, value } of leaves(emails[id].sample)) {
    const form = visibleForm(id, key, value);
    expect(text, key).toContain(form);
    expect(html, key).toContain(escapeHtml(form));
  }
};

test("there are more than 30 templates [#7]", () => {
  expect(emailIds.length).toBeGreaterThanOrEqual(31);
  expect([...emailIds].sort()).toEqual(Object.keys(contract).sort());
});

test("only digests are bulk messages", () => {
  expect(emailIds.filter((id) => emails[id].bulk)).toEqual(["scheduled-scan-summary", "weekly-digest"]);
});

test("a bulk message explains how to unsubscribe, in HTML and plain text", async () => {
  const unsubscribeUrl = "https://curbcut.example/unsubscribe?token=u1";
  const { html, text } = await renderEmail("weekly-digest", emails["weekly-digest"].sample, { unsubscribeUrl });
  expect(html).toContain(`href="${unsubscribeUrl}"`);
  expect(text).toContain(`Unsubscribe from digests: ${unsubscribeUrl}`);
});

test("every template accepts exactly the contract's data keys", () => {
  for (const id of emailIds) {
    const keys = Object.entries(emails[id].data.shape).map(([key, field]) =>
      field.safeParse(undefined).success ? `${key}?` : key,
    );
    expect(keys.sort(), id).toEqual(contract[id].split(" ").sort());
  }
});

test("every sample matches its schema, which can be expressed as JSON Schema", () => {
  for (const id of emailIds) {
    expect(emails[id].data.safeParse(emails[id].sample), id).toMatchObject({ success: true });
    expect(z.toJSONSchema(emails[id].data), id).toMatchObject({ type: "object" });
  }
});

test("the button opens the URL in the data, or a fixed page of the app if the data has none", async () => {
  const buttonOf = async (id: EmailId, without: string[] = []) => {
    const data = Object.fromEntries(Object.entries(emails[id].sample).filter(([key]) => !without.includes(key)));
    const { text } = await renderEmail(id, data, { homeUrl });
    return /^.+:\n(https:\S+)$/m.exec(text)?.[0];
  };
  expect(await buttonOf("scan-failed")).toBe("Open audit:\nhttps://curbcut.example/accessibility/audits/0199");
  expect(await buttonOf("scan-failed", ["audit_url"])).toBe(`Open Curbcut:\n${homeUrl}`);
  expect(await buttonOf("uptime-down", ["monitor_url"])).toBe(`Open monitors:\n${homeUrl}service/monitors`);
  expect(await buttonOf("schedule-paused", ["schedule_url"])).toBe(`Open schedules:\n${homeUrl}service/schedules`);
  expect(await buttonOf("usage-limit-reached")).toBe(`View plan and invoices:\n${homeUrl}service/billing`);
  expect(await buttonOf("welcome")).toBe(`Add website:\n${homeUrl}accessibility/websites/new`);
});

test("the plain text has a line with a label and value for each fact, and the button's URL", async () => {
  const { text } = await renderEmail("uptime-down", emails["uptime-down"].sample, { homeUrl });
  expect(text).toBe(
    [
      "Curbcut",
      "",
      "shop.example is down",
      "",
      "The website is failing our checks. We’ll keep checking, and email you when it’s back up.",
      "",
      "URL: https://shop.example/checkout",
      "Since: 20 November 2026 at 09:00 UTC",
      "What happened: 503 Service Unavailable",
      "",
      "Open monitor:",
      "https://curbcut.example/service/monitors/0199",
      "",
      "---",
      "",
      "You received this email because you look after this website in Curbcut.",
      "",
      "Curbcut. Find accessibility barriers on your website and learn what to fix first.",
      "",
    ].join("\n"),
  );
});

test("there are two brands: Curbcut and Curbcut Accessibility", () => {
  const names = Object.entries(brands).map(([id, { name }]) => [id, name]);
  expect(names).toEqual([
    ["service", "Curbcut"],
    ["accessibility", "Curbcut Accessibility"],
  ]);
});

for (const id of emailIds) {
  test(`${id} is a complete, well-formed message in both brandings`, async () => {
    for (const { id: brand, name } of Object.values(brands)) {
      const message = await renderEmail(id, emails[id].sample, { brand, homeUrl });
      expectReadable(message);
      expectWellMade(message);
      expectSampleShown(id, message);
      expect(message.html.match(/class="button"/g) ?? []).toHaveLength(withoutButton.includes(id) ? 0 : 1);
      expect(message.text.split("\n")[0]).toBe(name);
    }
  });
}
