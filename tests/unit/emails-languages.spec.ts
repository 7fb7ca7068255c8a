import { expect, test } from "@playwright/test";
import { type EmailId, emailGroups, emails, isEmailId, renderEmail } from "@/emails";
import { formatDuration } from "@/emails/_parts/format";
import { siteName } from "@/emails/_parts/safe-address";
import { inLanguage } from "@/messages/runtime/in-language";
import { offerLanguages } from "@/start/offer-languages";
import { withoutMessages } from "../support/without-messages";

const homeUrl = "https://curbcut.example/";
const unsubscribeUrl = "https://curbcut.example/unsubscribe?token=sample";
const website_url = "https://shop.example";
const results_url = "https://curbcut.example/accessibility/audits/0199";
const nothing = { critical: 0, serious: 0, moderate: 0, minor: 0 };
const changes = [0, 1].flatMap((added) =>
  [0, 2].flatMap((fixed) => [0, 3].map((regressed) => ({ new: added, fixed, regressed }))),
);

/** Data that makes emails show messages that don't appear in the samples. */
const variants: readonly (readonly [EmailId, object])[] = [
  ...(["scan-complete", "first-scan-complete"] as const).flatMap((id) =>
    [nothing, { ...nothing, minor: 1 }, { ...nothing, moderate: 2, minor: 1, needs_review: 1 }].map(
      (counts) => [id, { website_url, results_url, score: null, counts, pages_missing: 2 }] as const,
    ),
  ),
  ...changes.map((delta) => ["scheduled-scan-summary", { website_url, results_url, delta, pages_missing: 1 }] as const),
  ["weekly-digest", { items: [] }],
  ["weekly-digest", { items: changes.map((each) => ({ website_url, results_url, pages_missing: 1, ...each })) }],
  [
    "regression-alert",
    { website_url, results_url, new_issues: Array.from({ length: 11 }, () => ({ title: "Sample", impact: "minor" })) },
  ],
  ...[-1, 0, 1].map((days) => ["certificate-expiring", { host: "shop.example", days }] as const),
  ["report-ready", { website_url, download_url: results_url }],
  ["agency-lead", { website_url, lead_email: "owner@shop.example" }],
];

const leaves = (value: unknown): (string | number)[] => {
  if (typeof value === "string" || typeof value === "number") return [value];
  return Object.values(value ?? {}).flatMap(leaves);
};

const formsOf = (value: string | number): string[] =>
  typeof value === "number" ? [formatDuration(value)] : [value, siteName(value)];

const textOf = (html: string): string => html.replace(/<[^>]*>/g, " ").replace(/&[#\w]+;/g, " ");

/** Returns the words that are neither data nor part of a message; a pseudo-language puts messages in brackets. */
const untranslated = (text: string, data: readonly string[]): string[] => {
  const rest = data.reduce(
    (before, item) => before.replaceAll(textOf(item), " "),
    text.replace(/https?:\/\/\S+/g, " "),
  );
  return withoutMessages(rest).match(/\p{L}+/gu) ?? [];
};

const PREVIEW = /<div style="display:none[^>]*>([^<]*)/;

const expectTranslated = async (id: EmailId, data: object): Promise<void> => {
  const { subject, html } = await renderEmail(id, data, { homeUrl, unsubscribeUrl, language: "en-XA" });
  const [, body = ""] = html.split("</head>");
  const [, preview = ""] = PREVIEW.exec(body) ?? [];
  const forms = inLanguage("en-XA", () => leaves(data).flatMap(formsOf));
  const known = [...forms, homeUrl, "mailto", "Curbcut"].sort((a, b) => b.length - a.length);
  expect.soft(html, id).toMatch(/<html[^>]* lang="en-XA"/);
  expect.soft(untranslated(subject, known), `subject of ${id}`).toEqual([]);
  // A preview may be cut off before its closing bracket.
  expect.soft(untranslated(`${textOf(preview)}]]`, known), `preview of ${id}`).toEqual([]);
  expect.soft(untranslated(textOf(body.replace(PREVIEW, "")), known), `body of ${id}`).toEqual([]);
};

test.beforeAll(() => offerLanguages(["en-GB", "en-XA", "ar-XB"]));

for (const group of ["monitoring", "reports", "scans"] as const)
  test(`all text in the emails about ${group} comes from a catalogue`, async () => {
    const ids = Object.keys(emailGroups[group]).filter(isEmailId);
    for (const id of ids) {
      await expectTranslated(id, emails[id].sample);
      for (const [, data] of variants.filter(([of]) => of === id)) await expectTranslated(id, data);
    }
  });

test("emails that are rendered at the same time keep their languages", async () => {
  const { sample } = emails["scan-complete"];
  const render = (language?: string) => renderEmail("scan-complete", sample, { language });
  const english = await render();
  const [left, right, current] = await Promise.all([render(), render("ar-XB"), inLanguage("ar-XB", () => render())]);
  expect(left).toEqual(english);
  expect(current).toEqual(right);
  expect(left.html).toMatch(/<html[^>]* dir="ltr" lang="en-GB"/);
  expect(right.html).toMatch(/<html[^>]* dir="rtl" lang="ar-XB"/);
  expect(left.html).toContain("text-align:left");
  expect(right.html).not.toContain("text-align:left");
});
