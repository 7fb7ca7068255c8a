import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type EmailId, emailGroups, emails, type RenderedEmail, renderEmail } from "@/emails";
import { formatMoment, formatMoney } from "@/emails/_parts/format";
import { Greeting } from "@/emails/_parts/paragraph";
import { describeRole } from "@/emails/_parts/roles";
import { inLanguage } from "@/messages/runtime/in-language";
import { offerLanguages } from "@/start/offer-languages";
import { withoutMessages } from "../support/without-messages";

const language = "en-XA";

const optional = { url: "https://curbcut.example/secure-account?token=5k2m9x", contact: "help@operator.example" };

/** Returns two versions of the sample: with only the required keys, and with every key. */
const samplesOf = (id: EmailId): Record<string, unknown>[] => {
  const { data, sample } = emails[id];
  const keys = Object.entries(data.shape).map(([key, field]) => ({
    key,
    required: !field.safeParse(undefined).success,
  }));
  const all: Record<string, unknown> = { ...optional, ...sample };
  const pick = (wanted: typeof keys) => Object.fromEntries(wanted.map(({ key }) => [key, all[key]]));
  return [pick(keys.filter(({ required }) => required)), pick(keys)];
};

const formsOf = (data: Record<string, unknown>): string[] => [
  ...Object.values(data).map(String),
  ...["when", "expires_at", "ends_at"].flatMap((key) => (data[key] ? formatMoment(String(data[key])) : [])),
  ...(data["currency"] ? [formatMoney(Number(data["amount"]), String(data["currency"]))] : []),
  new URL(String(data["url"] ?? optional.url)).host,
  "Curbcut",
];

const withoutAll = (text: string, parts: readonly string[]): string =>
  [...parts].sort((a, b) => b.length - a.length).reduce((rest, part) => rest.replaceAll(part, ""), text);

/** Returns the text of an email without the greeting and the footer, which all templates share. */
const ownTexts = ({ subject, html, text }: RenderedEmail, { name }: Record<string, unknown>): string => {
  const [, preview = ""] = /data-skip-in-text="true">([^<]+)/.exec(html) ?? [];
  const [body = ""] = text.split("\n---\n");
  const [, greeting = ""] =
    />([^<]+)</.exec(
      renderToStaticMarkup(createElement(Greeting, { name: String(name) })).replaceAll("<!-- -->", ""),
    ) ?? [];
  return withoutAll(withoutMessages([subject, preview, body].join("\n")), [greeting]);
};

for (const group of ["account", "organisation", "billing"] as const) {
  test(`all text in ${group} emails can be translated`, async () => {
    offerLanguages([language]);
    await inLanguage(language, async () => {
      for (const id of Object.keys(emailGroups[group]) as EmailId[]) {
        for (const data of samplesOf(id)) {
          const email = await renderEmail(id, data);
          expect(email.subject, id).toMatch(/^\[.*\]$/);
          expect(withoutAll(ownTexts(email, data), formsOf(data)), id).not.toMatch(/\p{L}/u);
        }
      }
    });
  });
}

test("states how many times a wrong password was entered", async () => {
  const { count: _, ...sample } = emails["failed-sign-ins"].sample;
  const leads = [1, 2, 1_200].map(async (count) => {
    const { text } = await renderEmail("failed-sign-ins", { ...sample, count });
    return /entered the wrong password for your account ([^.]*)\./.exec(text)?.[1];
  });
  expect(await Promise.all(leads)).toEqual(["once", "2 times", "1,200 times"]);
});

test("describes known roles, and shows unknown ones unchanged", async () => {
  expect(describeRole("Owner")).toBe("Owners can do everything, including deleting the organisation.");
  for (const role of ["auditor", "constructor", "__proto__", "{x}"]) {
    expect(describeRole(role), role).toBeNull();
    const { text } = await renderEmail("org-role-changed", { org: "Harbour Books", role });
    expect(text).toContain(`Your new role: ${role}\n`);
  }
});
