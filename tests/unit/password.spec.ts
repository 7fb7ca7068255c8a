import "../support/environment";
import { expect, test } from "@playwright/test";
import { isCommonPassword } from "@/server/auth/common-passwords";
import { checkPassword, hashPassword, refuseCommonPassword } from "@/server/auth/password";
import { NewPassword } from "@/server/features/users/contract";

test("a password is kept as argon2id with the cost of an unknown account's check", async () => {
  const hash = await hashPassword("seven walrus lamps");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword("seven walrus lamps", hash)).toBe(true);
  expect(await checkPassword("seven walrus lamp", hash)).toBe(false);
});

test("two hashes of one password differ", async () => {
  expect(await hashPassword("seven walrus lamps")).not.toBe(await hashPassword("seven walrus lamps"));
});

test("nobody's hash opens for nobody", async () => {
  expect(await checkPassword("", null)).toBe(false);
  expect(await checkPassword("seven walrus lamps", null)).toBe(false);
});

test("a password is the same however its accents were typed", async () => {
  const hash = await hashPassword("se\u0301same ouvre-toi");
  expect(await checkPassword("s\u00e9same ouvre-toi", hash)).toBe(true);
});

for (const common of [
  "password1234",
  "Password1234!",
  "P@ssw0rd2026!",
  "qwertyuiop123",
  "1qaz2wsx3edc",
  "aaaaaaaaaaaa",
  "123456789012",
  "iloveyou2026",
  "footballfootball",
]) {
  test(`refused as common: ${common}`, () => {
    expect(isCommonPassword(common)).toBe(true);
    expect(() => refuseCommonPassword(common)).toThrow(
      expect.objectContaining({ code: "invalid_input", details: [expect.objectContaining({ path: "password" })] }),
    );
  });
}

for (const rare of [
  "correct horse battery staple",
  "seven walrus lamps at noon",
  "monkey83726491827364",
  "xK3-vvPq-0zTm",
  "ein Apfel am Tag hält fit",
]) {
  test(`not refused: ${rare}`, () => {
    expect(isCommonPassword(rare)).toBe(false);
    expect(() => refuseCommonPassword(rare)).not.toThrow();
  });
}

test("a new password has 12 to 128 characters and no other rule", () => {
  expect(NewPassword.safeParse("a".repeat(11)).success).toBe(false);
  expect(NewPassword.safeParse("a".repeat(12)).success).toBe(true);
  expect(NewPassword.safeParse("a".repeat(128)).success).toBe(true);
  expect(NewPassword.safeParse("a".repeat(129)).success).toBe(false);
});
