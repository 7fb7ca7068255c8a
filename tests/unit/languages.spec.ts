import { expect, test } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { formatDuration, formatList, formatMs, formatNumber, formatShare } from "@/messages/runtime/formats";
import { inLanguage } from "@/messages/runtime/in-language";
import { addCatalogue, directionOf, listLanguages, sourceLanguage } from "@/messages/runtime/language";
import { pseudoCatalogue } from "@/messages/runtime/pseudo-languages";
import { readMessages } from "@/messages/runtime/read-messages";
import { textsOf, type Wrap } from "@/messages/runtime/texts-of";
import { audits } from "@/messages/texts/audits";
import { findings } from "@/messages/texts/findings";
import { monitors } from "@/messages/texts/monitors";
import { results } from "@/messages/texts/results";
import { compareCatalogues, findEarlyReads } from "@/scripts/checks/messages";
import { listNamespaces, readArguments, readNamespace } from "@/scripts/docs/messages";
import { chooseLanguage } from "@/start/choose-language";
import { offerLanguages } from "@/start/offer-languages";

interface Arguments {
  found: { count: number };
  joined: { name: string; date: Wrap };
  state: { more: boolean };
}

const source = {
  plain: "Don't add this to the '<head>' of a page",
  found: "{count, plural, =0 {Nothing found} one {# page found} other {# pages found}}",
  joined: "{name} joined on <date></date>",
  state: "{more, select, true {Some} other {All}}",
  list: ["First", "Second"],
};

const texts = textsOf<Arguments>()("sample", source);

test("messages support plural forms, variants, and quoted braces and tags, as ICU messages do", () => {
  expect(texts.plain).toBe("Don't add this to the <head> of a page");
  expect([0, 1, 1_200].map((count) => texts.found({ count }))).toEqual([
    "Nothing found",
    "1 page found",
    "1,200 pages found",
  ]);
  expect([true, false].map((more) => texts.state({ more }))).toEqual(["Some", "All"]);
  expect(texts.list).toEqual(["First", "Second"]);
});

test("messages distinguish complete from shortened lists, and expired from valid certificates", () => {
  expect(results.rules.caption({ shown: 12, all: 12, isAll: true })).toBe("12 rules");
  expect(results.rules.caption({ shown: 3, all: 12, isAll: false })).toBe("3 of 12 rules");
  expect(results.pages.caption({ shown: 1, all: 1, isAll: true })).toBe("1 page");
  expect(findings.components.caption({ shown: 20, all: 1_300, isAll: false })).toBe("Top 20 of 1,300 components");
  expect(audits.partial.examples({ shown: 3, pages: 3, isAll: true })).toBe("Missing pages");
  expect(audits.partial.examples({ shown: 20, pages: 27, isAll: false })).toBe("20 of the 27 missing pages");
  const left = (days: number) => monitors.detail.certificateDays({ days, isExpired: days < 0 });
  expect([-3, 0, 1, 30].map(left)).toEqual(["Expired", "Expires today", "1 day left", "30 days left"]);
});

test("an element appears in place of its tag in the message", () => {
  const joined = texts.joined({ name: "Ada", date: () => createElement("b", null, "today") });
  expect(renderToStaticMarkup(joined)).toBe("Ada joined on <b>today</b>");
});

test("messages are in the language that is set when they are read", () => {
  addCatalogue("de", { "sample.plain": "Nicht einfügen", "sample.found": "{count, number} gefunden" });
  const read = () => [texts.plain, texts.found({ count: 1_200 }), texts.list[0], formatNumber(1_200)];
  expect(inLanguage("de", read)).toEqual(["Nicht einfügen", "1.200 gefunden", "First", "1.200"]);
  expect(read()[0]).toBe("Don't add this to the <head> of a page");
  expect(listLanguages()[0]).toBe(sourceLanguage);
  expect(listLanguages()).toContain("de");
});

test("figures have units, and durations use at most two of them", () => {
  expect([0, 59, 60, 3_720, 90_061, 172_800].map(formatDuration)).toEqual([
    "0 seconds",
    "59 seconds",
    "1 minute",
    "1 hour 2 minutes",
    "1 day 1 hour",
    "2 days",
  ]);
  expect(formatMs(1_234)).toBe("1,234 ms");
  expect(formatShare(0.1234)).toBe("12%");
  expect(formatShare(0.99999, 2)).toBe("100%");
  expect([formatList([]), formatList(["a"]), formatList(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
});

/** Returns the error in a translation of a message, or null. */
const problemOf = (message: string, translated = ""): string | null => {
  const [wanted, found] = [message, translated].map((each) => JSON.stringify([...readArguments(each)].sort()));
  if (wanted !== found) return `has the arguments ${found} instead of ${wanted}`;
  return translated.startsWith("[") && translated.endsWith("]") ? null : `is not marked: ${translated}`;
};

test("every message is valid, and keeps its arguments in the pseudo-languages", () => {
  const problems = listNamespaces().flatMap((namespace) => {
    const messages = readMessages(readNamespace(sourceLanguage, namespace));
    return ["en-XA", "ar-XB"].flatMap((language) => {
      const translated = pseudoCatalogue(language, Object.fromEntries(messages)) ?? {};
      return [...messages].flatMap(([path, message]) => {
        const problem = problemOf(message, translated[path]);
        return problem ? `${language} ${namespace}.${path} ${problem}` : [];
      });
    });
  });
  expect(problems).toEqual([]);
});

test("text in the pseudo-language is at least 40% longer", () => {
  const { a = "" } = pseudoCatalogue("en-XA", { a: "Accessibility of pages" }) ?? {};
  expect(a).toBe("[Áççéssíbílíty~~~~~~ óf~ págés~~]");
});

test("chooses the language in the cookie, then the best match for the browser's preferences, then the first language", () => {
  const offered = ["en-GB", "de", "ar-XB"] as const;
  const choose = (cookie: string | undefined, wanted: string | undefined) =>
    chooseLanguage({ cookie, "accept-language": wanted }, [...offered]);
  expect(choose("theme=dark; curbcut-language=ar-XB", "de")).toBe("ar-XB");
  expect(choose("curbcut-language=xx", "de-AT, en;q=0.5")).toBe("de");
  expect(choose("curbcut-language", undefined)).toBe("en-GB");
  expect(choose(undefined, "fr, *;q=0.1")).toBe("en-GB");
  expect(choose(undefined, `${";,=".repeat(5_000)}de`)).toBe("en-GB");
});

test("determines whether a language is written from left to right or from right to left", () => {
  expect(["en-GB", "de", "ar-XB", "he", "fa-IR"].map(directionOf)).toEqual(["ltr", "ltr", "rtl", "rtl", "rtl"]);
});

test("rejects a language that has no catalogue, with an error that names the language", () => {
  expect(() => offerLanguages(["en-GB", "tlh"])).toThrow("the folder messages/tlh doesn't exist");
});

test("finds messages that are missing from a translation, or have different arguments", () => {
  const english = new Map([
    ["a", "One"],
    ["b", "{count, number} pages"],
    ["c", "{name} joined"],
  ]);
  const german = new Map([
    ["b", "{count, number} Seiten"],
    ["c", "{nome} ist da"],
    ["d", "Zu viel"],
  ]);
  expect(compareCatalogues("messages/de/x.json", english, german)).toEqual([
    "messages/de/x.json: a is missing",
    "messages/de/x.json: c has the arguments (nome) instead of (name)",
    "messages/de/x.json: d has no source text",
  ]);
});

test("finds messages that a module reads when the module is loaded", () => {
  const catalogue = { account: { page: { title: "Account", roles: { owner: "Owner" } } } };
  const code = [
    'import { account } from "@/messages/texts/account";',
    "const { page: texts } = account;",
    "const { title } = texts;",
    "const columns = [{ label: texts.title }];",
    "const rows = [1].map(() => texts.roles.owner);",
    "const kinds = { account: 1 };",
    "const read = () => texts.title;",
    "export const Page = () => title + columns + rows + read();",
  ].join("\n");
  expect(findEarlyReads("app/page.tsx", code, catalogue)).toEqual([
    "app/page.tsx:3 reads account.page.title when the module is loaded",
    "app/page.tsx:4 reads account.page.title when the module is loaded",
    "app/page.tsx:5 reads account.page.roles.owner when the module is loaded",
  ]);
});
