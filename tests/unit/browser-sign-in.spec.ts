import { expect, test } from "@playwright/test";
import { BrowserSignIn } from "@/server/scanner/sign-in/browser-sign-in";
import { hideInAll, listSecretValues } from "@/server/scanner/sign-in/secret-values";
import { SignIn, type SignInInput } from "@/server/scanner/sign-in-contract";

const origins = ["https://app.example.org", "https://other.example.net:8443"];
const stateOf = (method: SignInInput["method"]) =>
  new BrowserSignIn(SignIn.parse({ origins, method })).contextOptions().storageState;

test("cookies are limited to the named hosts: not sent to other hosts of their domain, and dropped if foreign", () => {
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

test("cookies given by name are set for each named host, and on HTTPS only for HTTPS origins", () => {
  expect(stateOf({ kind: "cookies", cookies: [{ name: "sid", value: "0123456789" }] })).toMatchObject({
    cookies: [
      { name: "sid", domain: "app.example.org", secure: true },
      { name: "sid", domain: "other.example.net", secure: true },
    ],
  });
});

test("masks secrets whole, encoded, in other case and cut off, but no text of the scanner's own", () => {
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
