import { expect, test } from "@playwright/test";
import type { AppError } from "@/server/core/errors";
import { assertPlainText, cleanText } from "@/server/core/plain-text";

const refusedPaths = (input: unknown): string[] => {
  try {
    assertPlainText(input);
  } catch (error) {
    return ((error as AppError).details as { path: string }[]).map(({ path }) => path).sort();
  }
  return [];
};

test("accepts ordinary text in any language", () => {
  const input = { name: "Zoë 日本 👩‍🦽 \u202e\ufeff\n\t\u0001", list: ["", null, 1, true, { deep: "ok" }] };
  expect(refusedPaths(input)).toEqual([]);
});

test("names every field with NUL or a lone surrogate", () => {
  const input = { name: "a\0", list: ["ok", "\ud800"], deep: { er: { url: "\udc00x" } }, fine: "👍" };
  expect(refusedPaths(input)).toEqual(["deep.er.url", "list.1", "name"]);
});

test("checks keys too", () => {
  expect(refusedPaths({ data: { "a\0b": 1 } })).toEqual(["data.a\\u0000b"]);
});

test("names the body as the field when the text is the whole input", () => {
  expect(() => assertPlainText("\0")).toThrow("Invalid input. Check the body.");
});

test("names at most 20 invalid fields", () => {
  const input = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, "\0"]));
  expect(refusedPaths(input)).toHaveLength(20);
});

test("rejects a value that is nested too deeply, without using recursion", () => {
  const nested = (depth: number) => JSON.parse(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  expect(() => assertPlainText(nested(60))).not.toThrow();
  expect(() => assertPlainText(nested(100_000))).toThrow(/nested too deeply/);
});

test("cleaning removes what the database rejects and leaves the rest unchanged", () => {
  const input = { title: "a\0b", nodes: [{ html: "<b>👍\ud83d" }], "k\0": 1, same: "👍" };
  cleanText(input);
  expect(input).toEqual({ title: "ab", nodes: [{ html: "<b>👍\ufffd" }], same: "👍" });
});

test("cleaning a key named __proto__ doesn't change a prototype", () => {
  const input = JSON.parse('{"__proto__":"a\\u0000b"}') as object;
  cleanText(input);
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  expect(JSON.stringify(input)).toBe('{"__proto__":"ab"}');
});
