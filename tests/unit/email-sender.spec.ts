import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { parseAddress } from "@/server/adapters/email/check-message";
import { senderProblem } from "@/server/domains/messaging/email-service/sender";

const settings = { MAIL_FROM_ADDRESS: "Curbcut <mail@curbcut.example>", MAIL_FROM_DOMAINS: [] };

const taken: [string, { name: string; address: string }][] = [
  ["ada@curbcut.example", { name: "", address: "ada@curbcut.example" }],
  ["<ada@curbcut.example>", { name: "", address: "ada@curbcut.example" }],
  ["Ada <ada@curbcut.example>", { name: "Ada", address: "ada@curbcut.example" }],
  ["Ada<ada@curbcut.example>", { name: "Ada", address: "ada@curbcut.example" }],
  [
    "Ada Lovelace-King Jr. <a.l+news@Curbcut.Example>",
    { name: "Ada Lovelace-King Jr.", address: "a.l+news@Curbcut.Example" },
  ],
  ['"Lovelace, Ada" <ada@curbcut.example>', { name: "Lovelace, Ada", address: "ada@curbcut.example" }],
  ['"Team \\"Blue\\" @ Acme" <ada@curbcut.example>', { name: 'Team "Blue" @ Acme', address: "ada@curbcut.example" }],
  [
    "Ålesund O'Neill 株式会社 <ada@curbcut.example>",
    { name: "Ålesund O'Neill 株式会社", address: "ada@curbcut.example" },
  ],
];

for (const [from, parts] of taken)
  test(`accepts ${from} as a sender, and the email service parses it in the same way`, () => {
    expect(senderProblem(from, settings)).toBeNull();
    expect(parseAddress("from", from)).toEqual(parts);
  });

const onlyOneLine = /^Must not contain line breaks/;
const oneAddress = /^Must be a single address/;
const ofOurs = "Must be an address at curbcut.example.";

const refused: [string, RegExp | string][] = [
  ["ada@curbcut.example\r\nBcc: b@example.org", onlyOneLine],
  ["Ada\nBcc: b@example.org <ada@curbcut.example>", onlyOneLine],
  ["Ada\u2028Bcc: b@example.org <ada@curbcut.example>", onlyOneLine],
  ["Ada\u2029<ada@curbcut.example>", onlyOneLine],
  ["Ada\u0085<ada@curbcut.example>", onlyOneLine],
  ["Ada\t<ada@curbcut.example>", onlyOneLine],
  ["Ada \u202Egro.elpmaxe <ada@curbcut.example>", onlyOneLine],
  ["=?utf-8?q?Ada=0D=0ABcc=3A_b@example.org?= <ada@curbcut.example>", /encoded word/],
  ["=?utf-8?b?YQ==?=@curbcut.example", /encoded word/],
  ["ada@curbcut.example, b@curbcut.example", oneAddress],
  ["ada@curbcut.example; b@curbcut.example", oneAddress],
  ["ada@curbcut.example b@curbcut.example", oneAddress],
  ["a@example.org <ada@curbcut.example>", oneAddress],
  ["A <a@example.org>, Ada <ada@curbcut.example>", oneAddress],
  ["Ada <a@example.org> <ada@curbcut.example>", oneAddress],
  ["Ada <ada@curbcut.example> (a@example.org)", oneAddress],
  ['"Ada" <ada@curbcut.example', oneAddress],
  ['"Ada\\" <ada@curbcut.example>', oneAddress],
  ["Group: ada@curbcut.example;", oneAddress],
  ['"a@example.org b"@curbcut.example', oneAddress],
  ["a..b@curbcut.example", oneAddress],
  [".a@curbcut.example", oneAddress],
  ["@curbcut.example", oneAddress],
  ["curbcut.example", oneAddress],
  ["", oneAddress],
  ["Ada <>", oneAddress],
  ["ada@example.org@curbcut.example", oneAddress],
  ["ada%example.org@[127.0.0.1]", oneAddress],
  ["ada@curbcut.example.", oneAddress],
  ["ada@\u212Burbcut.example", oneAddress],
  ["ada@example.org", ofOurs],
  ["Ada <ada@sub.curbcut.example>", ofOurs],
  ["ada@evilcurbcut.example", ofOurs],
  ["ada@curbcut.example.evil.example", ofOurs],
  [`${"n".repeat(101)} <ada@curbcut.example>`, /at most 100 characters/],
];

for (const [from, problem] of refused)
  test(`rejects ${JSON.stringify(from).slice(0, 70)} as a sender`, () => {
    const found = senderProblem(from, settings);
    if (typeof problem === "string") expect(found).toBe(problem);
    else expect(found).toMatch(problem);
  });

test("MAIL_FROM_DOMAINS, if set, determines the allowed sender domains instead of MAIL_FROM_ADDRESS", () => {
  const two = { ...settings, MAIL_FROM_DOMAINS: ["News.Example", "shop.example"] };
  expect(senderProblem("ada@news.example", two)).toBeNull();
  expect(senderProblem("ada@SHOP.example", two)).toBeNull();
  expect(senderProblem("ada@curbcut.example", two)).toBe("Must be an address at news.example or shop.example.");
  expect(senderProblem("ada@localhost", { ...settings, MAIL_FROM_ADDRESS: "curbcut@localhost" })).toBeNull();
});

test("takes negligible time to parse a sender that fills the largest allowed body", () => {
  for (const long of [
    "a".repeat(250_000),
    `"${"\\\\".repeat(120_000)}`,
    `${" ".repeat(250_000)}<`,
    "a.".repeat(125_000),
  ])
    expect(senderProblem(long, settings)).toMatch(oneAddress);
});
