import { expect, test } from "@playwright/test";
import { BrowserSignIn } from "@/server/scanner/sign-in/browser-sign-in";
import { hideInAll, listSecretValues } from "@/server/scanner/sign-in/secret-values";
import { SignIn, type SignInInput } from "@/server/scanner/sign-in-contract";

const origins = ["https://app.example.org", "https://other.example.net:8443"];
const stateOf = (method: SignInInput["method"]) =>
  new BrowserSignIn(SignIn.parse({ origins, method })).contextOptions().storageState;

test("cookies are limited to the named hosts: not sent to other hosts in their domain, and dropped if they belong to another domain", () => {
  const cookie = { name: "sid", value: "0123456789", path: "/" };
  const domains = [
    "app.example.org",
    ".example.org",
    "example.org",
    "cdn.example.org",
    "org",
    "badexample.org",
    "evil.example",
  ];
  const cookies = domains.map((domain) => ({ ...cookie, name: `from-${domain.replaceAll(".", "-")}`, domain }));
  const state = stateOf({ kind: "storage_state", state: { cookies } });
  expect(state).toMatchObject({
    cookies: [
      { name: "from-app-example-org", domain: "app.example.org" },
      { name: "from--example-org", domain: "app.example.org" },
      { name: "from-example-org", domain: "app.example.org" },
      { name: "from-org", domain: "app.example.org" },
    ],
    origins: [],
  });
});

test("a cookie with only a name and a value is set for each named host, and sent only over HTTPS if the host's origin uses HTTPS", () => {
  expect(stateOf({ kind: "cookies", cookies: [{ name: "sid", value: "0123456789" }] })).toMatchObject({
    cookies: [
      { name: "sid", domain: "app.example.org", secure: true },
      { name: "sid", domain: "other.example.net", secure: true },
    ],
  });
});

test("masks secrets, whether whole, encoded, in a different case or cut off, but none of the scanner's own text", () => {
  const method = {
    kind: "form",
    url: "https://app.example.org/in",
    user_name: "ada",
    password: "colour & order",
  } as const;
  const values = listSecretValues(SignIn.parse({ origins, method }));
  const hide = (text: string): string => hideInAll({ html: text }, values).html;
  expect(hide("a colour & order b")).toBe("a … b");
  expect(hide("a Colour &amp; Order b")).toBe("a … b");
  expect(hide("?q=colour%20%26%20order&x=1")).toBe("?q=…&x=1");
  expect(hide("?q=colour+%26+order")).toBe("?q=…");
  expect(hide("before colour & or…")).toBe("before …");
  expect(hide("colour")).toBe("colour");
  const rule = { rule_id: "colour & order", description: "colour & order", nodes: [{ html: "colour & order" }] };
  expect(hideInAll(rule, values)).toEqual({ ...rule, nodes: [{ html: "…" }] });
});

test("masks cut-off secrets whose parts repeat, and skips values that are part of an origin", () => {
  const method = { kind: "headers", headers: [{ name: "X-Key", value: "abababababab" }] } as const;
  const values = listSecretValues(SignIn.parse({ origins, method }));
  const before = "x".repeat(80);
  expect(hideInAll({ html: `${before}ababababab` }, values).html).toBe(`${before}…`);
  expect(hideInAll({ html: `${before}abab` }, values).html).toBe(`${before}abab`);
  const host = { kind: "headers", headers: [{ name: "X-Site", value: "App.example.org" }] } as const;
  expect(listSecretValues(SignIn.parse({ origins, method: host }))).toEqual([]);
});

test("masks a secret in the website's text, but not the same word in the scanner's own text", () => {
  const method = { kind: "headers", headers: [{ name: "X-Key", value: "navigation" }] } as const;
  const values = listSecretValues(SignIn.parse({ origins, method }));
  const outline = {
    blocks: [{ kind: "navigation", start: 0, end: 1, name: "navigation" }],
    help: [{ kind: "link", name: "navigation" }],
  };
  expect(hideInAll(outline, values)).toEqual({
    blocks: [{ kind: "navigation", start: 0, end: 1, name: "…" }],
    help: [{ kind: "link", name: "…" }],
  });
});
