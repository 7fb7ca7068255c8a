import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parseArguments } from "@/scripts/audit/arguments";
import { readSignIn } from "@/scripts/audit/read-sign-in";

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "curbcut-sign-in-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

const url = "https://example.org/start";

const read = async (content: unknown, environment: Record<string, string> = {}) => {
  const file = join(folder, "sign-in.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return readSignIn(file, url, { NODE_ENV: "test", ...environment });
};

test("--sign-in specifies a file in the same format as in the API", () => {
  expect(parseArguments([url, "--sign-in", "me.json"])).toMatchObject({ signIn: "me.json" });
  expect(parseArguments([url])).toMatchObject({ signIn: null });
});

test("takes secrets from environment variables, and uses the website's own origin by default", async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sign-in file contains this placeholder
  const password = "${SHOP_PASSWORD}";
  const method = { kind: "form", url: "https://example.org/login", user_name: "ada", password };
  expect(await read({ method }, { SHOP_PASSWORD: "from-the-environment" })).toEqual({
    origins: ["https://example.org"],
    method: { ...method, password: "from-the-environment" },
    signed_in: {},
  });
  await expect(read({ method })).rejects.toThrow("SHOP_PASSWORD, which isn't set");
});

test("resolves a URL that is a path against the website's URL", async () => {
  const method = { kind: "form", url: "/sign-in?from=audit", user_name: "ada", password: "secret words" };
  expect(await read({ method, signed_in: { url: "/account/" } })).toMatchObject({
    method: { url: "https://example.org/sign-in?from=audit" },
    signed_in: { url: "https://example.org/account/" },
  });
});

test("names invalid fields without quoting their values", async () => {
  const wrong = [
    { method: { kind: "headers", headers: [{ name: "Host", value: "quoted-secret" }] } },
    { origins: ["https://example.org/quoted-secret"], method: { kind: "basic", user_name: "ada", password: "abcd" } },
    '{ "method": quoted-secret }',
  ];
  for (const content of wrong) {
    const error = await read(content).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.name).toBe("UsageError");
    expect(error?.message).not.toContain("quoted-secret");
  }
  await expect(readSignIn(join(folder, "missing.json"), url)).rejects.toThrow("couldn't be read");
});
