import { expect, test } from "@playwright/test";
import { decodePunycode } from "@/server/core/punycode";
import { hasNoCredentials, webAddress } from "@/server/core/web-address";

// `new URL` treats the hosts below differently in different Node versions; our result is always the same.
const names = [
  ["exämple.org", "xn--exmple-cua.org"],
  ["еxample.org", "xn--xample-2of.org"],
  ["💩.la", "xn--ls8h.la"],
  ["天主教", "xn--tiq49xqyj"],
  ["他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"],
  ["ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"],
  ["porquénopuedensimplementehablarenespañol", "xn--porqunopuedensimplementehablarenespaol-fmd56a"],
  ["3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"],
] as const;

for (const [name, host] of names)
  test(`decodes ${host} to ${name}`, () => {
    expect(host.split(".").map((label) => (label.startsWith("xn--") ? decodePunycode(label.slice(4)) : label))).toEqual(
      name.split("."),
    );
    expect(webAddress().safeParse(`https://${host}/`).success).toBe(true);
    expect(webAddress().safeParse(`https://${name}/`).success).toBe(true);
  });

test("rejects Punycode whose numbers overflow, instead of looping endlessly [H2]", () => {
  for (const text of [`${"9".repeat(400)}b`, `a-${"9".repeat(1_900)}b`, "9999999b", "zzzzzzzzzzb"])
    expect(() => decodePunycode(text), text.slice(0, 20)).toThrow(RangeError);
  expect(webAddress().safeParse(`https://xn--${"9".repeat(400)}b.example/`).success).toBe(false);
});

const unreadable = [
  "xn--",
  "xn--zzzzzz99999",
  "a.xn--.b",
  "xn--a",
  "XN--a",
  "xn--abc-",
  "xn--example-.org",
  "xn--0",
  "xn--99999999",
  "foo.xn--zz",
  "xn--a-ecp.ru",
  "xn--0000h",
  "xn--abc-def",
  "xn--exmple-cua.xn--",
  `xn--${"9".repeat(1_900)}`,
];

for (const host of unreadable)
  test(`gives a one-sentence error for a URL whose host is ${host.slice(0, 40)}`, () => {
    const { error } = webAddress().safeParse(`https://${host}/`);
    expect(error?.issues.map(({ message }) => message)).toEqual(["Enter a URL, such as https://example.org."]);
  });

test("finds a username or password in every form of URL", () => {
  const forms = [
    "https://a:b@x.example/",
    "HTTP://a@x.example",
    "https:a:b@x.example",
    "//a@x.example/",
    "\\\\:b@x.example",
  ];
  for (const url of forms) expect.soft(hasNoCredentials(url), url).toBe(false);
  for (const url of ["https://x.example/@a?b=c@d", "/a@b", "a@b", "", "mailto:a@b.example", "https://"])
    expect.soft(hasNoCredentials(url), url).toBe(true);
});

test("gives the same one-sentence error for text that isn't a URL", () => {
  for (const text of ["", "xn--", "javascript:alert(1)", "//example.org/", "https://"])
    expect(
      webAddress()
        .safeParse(text)
        .error?.issues.map(({ message }) => message),
    ).toEqual(["Enter a URL, such as https://example.org."]);
});
