import { expect, test } from "@playwright/test";
import { chooseFields, type FieldFacts } from "@/server/scanner/sign-in/form-fields";

const fields = (...all: Partial<FieldFacts>[]): FieldFacts[] =>
  all.map((each, index) => ({ index, type: "text", autocomplete: "", words: "", longest: -1, ...each }));

test("finds the fields of a sign-in form by type, autocomplete and words", () => {
  const form = fields(
    { words: "q Search" },
    { type: "email", words: "login Email address" },
    { type: "password", words: "pw Password", autocomplete: "current-password" },
    { type: "password", words: "pw2 Repeat", autocomplete: "new-password" },
  );
  expect(chooseFields(form)).toEqual({ userName: 1, password: 2, code: null });
});

test("treats several boxes for single digits as a code field, but not a single box", () => {
  const box = { longest: 1 };
  expect(chooseFields(fields(box, box, box, box, box, box)).code).toBe(0);
  expect(chooseFields(fields(box)).code).toBeNull();
});

test("after the password, recognises the field for a code, but not other fields whose labels mention a code", () => {
  const codeOf = (...all: Partial<FieldFacts>[]) => chooseFields(fields(...all), true).code;
  expect(codeOf({ words: "token Enter the code" })).toBe(0);
  expect(codeOf({ words: "otp" }, { words: "a" }, { words: "b" }, { words: "c" })).toBe(0);
  expect(codeOf({ words: "x" }, { words: "y" }, { words: "z", autocomplete: "one-time-code" })).toBe(2);
  expect(codeOf({ words: "zip Zip code" })).toBeNull();
  expect(codeOf({ words: "Discount code" }, { words: "Quantity" })).toBeNull();
  expect(codeOf({ words: "Article code" }, { words: "Colour" }, { words: "Size" }, { words: "Name" })).toBeNull();
});
