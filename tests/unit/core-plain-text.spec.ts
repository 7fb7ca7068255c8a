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

test("ordinary text goes through, whatever its language", () => {
  const input = { name: "Zoë 日本 👩‍🦽 \u202e\ufeff\n\t\u0001", list: ["", null, 1, true, { deep: "ok" }] };
  expect(refusedPaths(input)).toEqual([]);
});

test("every field with NUL or half of a surrogate pair is named", () => {
  const input = { name: "a\0", list: ["ok", "\ud800"], deep: { er: { url: "\udc00x" } }, fine: "👍" };
  expect(refusedPaths(input)).toEqual(["deep.er.url", "list.1", "name"]);
});

test("a key is text too", () => {
  expect(refusedPaths({ data: { "a\0b": 1 } })).toEqual(["data.a\\u0000b"]);
});

test("a text that is all of the input is the body", () => {
  expect(() => assertPlainText("\0")).toThrow("Please check the body.");
});

test("many odd fields make a short answer", () => {
  const input = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, "\0"]));
  expect(refusedPaths(input)).toHaveLength(20);
});

test("a value nested beyond reason is refused, without recursion", () => {
  const nested = (depth: number) => JSON.parse(`{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  expect(() => assertPlainText(nested(60))).not.toThrow();
  expect(() => assertPlainText(nested(100_000))).toThrow(/nested too deeply/);
});

test("cleaning takes out what the database refuses and leaves the rest as it was", () => {
  const input = { title: "a\0b", nodes: [{ html: "<b>👍\ud83d" }], "k\0": 1, same: "👍" };
  cleanText(input);
  expect(input).toEqual({ title: "ab", nodes: [{ html: "<b>👍\ufffd" }], same: "👍" });
});

test("cleaning a key called __proto__ changes no prototype", () => {
  const input = JSON.parse('{"__proto__":"a\\u0000b"}') as object;
  cleanText(input);
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  expect(JSON.stringify(input)).toBe('{"__proto__":"ab"}');
});
