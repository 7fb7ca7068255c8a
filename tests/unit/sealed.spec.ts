import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { env } from "@/server/core/env";
import { seal, unseal } from "@/server/core/sealed";

const newKey = (name: string): string => `${name}:${randomBytes(32).toString("base64")}`;

test.afterEach(() => {
  env.ENCRYPTION_KEYS = [];
});

test("a sealed secret reveals nothing, and can be opened for the purpose it was sealed for", async () => {
  const sealed = await seal("a secret token", "search-perf/1");
  expect(sealed).not.toContain("secret");
  expect(sealed).not.toBe(await seal("a secret token", "search-perf/1"));
  expect(await unseal(sealed, "search-perf/1")).toBe("a secret token");
});

test("a sealed secret can't be opened for a different purpose, with changed text or in an unknown format", async () => {
  const sealed = await seal("a secret token", "search-perf/1");
  await expect(unseal(sealed, "search-perf/2")).rejects.toThrow("a different purpose");
  const [head, key, iv, text = "", tag] = sealed.split(".");
  const changed = [head, key, iv, `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`, tag];
  await expect(unseal(changed.join("."), "search-perf/1")).rejects.toThrow();
  await expect(unseal("a secret token", "search-perf/1")).rejects.toThrow();
});

test("after a key has been replaced, old secrets can be opened as long as their key is configured", async () => {
  const [old, fresh] = [newKey("2025"), newKey("2026")];
  env.ENCRYPTION_KEYS = [old];
  const sealed = await seal("a secret token", "webhook/1");
  env.ENCRYPTION_KEYS = [fresh, old];
  expect(await unseal(sealed, "webhook/1")).toBe("a secret token");
  const renewed = await seal("a secret token", "webhook/1");
  env.ENCRYPTION_KEYS = [fresh];
  expect(await unseal(renewed, "webhook/1")).toBe("a secret token");
  await expect(unseal(sealed, "webhook/1")).rejects.toThrow("2025");
});
