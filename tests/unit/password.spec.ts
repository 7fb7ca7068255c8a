import "../support/environment";
import { expect, test } from "@playwright/test";
import { isCommonPassword } from "@/server/domains/identity/auth/common-passwords";
import { checkPassword, hashPassword, refuseCommonPassword } from "@/server/domains/identity/auth/password";
import { NewPassword } from "@/server/domains/identity/users/contract";

test("stores a password as an argon2id hash, with the same cost as the check for unknown accounts", async () => {
  const hash = await hashPassword("seven walrus lamps");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword("seven walrus lamps", hash)).toBe(true);
  expect(await checkPassword("seven walrus lamp", hash)).toBe(false);
});

test("two hashes of the same password differ", async () => {
  expect(await hashPassword("seven walrus lamps")).not.toBe(await hashPassword("seven walrus lamps"));
});

test("the hash for unknown accounts doesn't match any password", async () => {
  expect(await checkPassword("", null)).toBe(false);
  expect(await checkPassword("seven walrus lamps", null)).toBe(false);
});

test("a password matches however its accents were typed", async () => {
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
  "password2026!",
  "summer2026!!",
  "$umm3r-2026-!!",
  "!!2026Welcome",
  "W3lc0me!!2026",
  "administrator99",
  "liverpool1234",
]) {
  test(`rejects a common password: ${common}`, () => {
    expect(isCommonPassword(common)).toBe(true);
    expect(() => refuseCommonPassword(common, [])).toThrow(
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
  test(`accepts an uncommon password: ${rare}`, () => {
    expect(isCommonPassword(rare)).toBe(false);
    expect(() => refuseCommonPassword(rare, [])).not.toThrow();
  });
}

test("a new password must be 12 to 128 characters long, with no other requirements", () => {
  expect(NewPassword.safeParse("a".repeat(11)).success).toBe(false);
  expect(NewPassword.safeParse("a".repeat(12)).success).toBe(true);
  expect(NewPassword.safeParse("a".repeat(128)).success).toBe(true);
  expect(NewPassword.safeParse("a".repeat(129)).success).toBe(false);
});

const ada = ["ada.lovelace@analytical.example", "Ada Lovelace", "Analytical Engines Ltd"];

for (const own of [
  "ada.lovelace@analytical.example",
  "AdaLovelace2026!",
  "l0velace-1815!",
  "analytical2026",
  "engines-analytical!",
  "lovelacepassword",
  "Curbcut2026!!",
  "accessibility1",
])
  test(`rejects a password made up of known facts about its owner [L7]: ${own}`, () => {
    expect(() => refuseCommonPassword(own, ada)).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        details: [{ path: "password", message: expect.stringMatching(/Choose three or four words/) }],
      }),
    );
  });

for (const other of ["lovelace walrus lamps noon", "AdaLovelace2026!", "analytical83726491827364"])
  test(`accepts a password made of facts about someone else, or with enough other characters: ${other}`, () => {
    expect(() => refuseCommonPassword(other, other.startsWith("Ada") ? ["grace@navy.example"] : ada)).not.toThrow();
  });

test("checking a password takes as much CPU time for an unknown account as for a known one [T02]", async () => {
  const hash = await hashPassword("seven walrus lamps");
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let round = 0; round < 15; round += 1)
    for (const [kind, stored] of [
      ["known", hash],
      ["unknown", null],
    ] as const) {
      const before = process.cpuUsage();
      await checkPassword("not the password", stored);
      const { user, system } = process.cpuUsage(before);
      times[kind].push(user + system);
    }
  const fastest = (list: number[]): number => Math.min(...list);
  expect(fastest(times.unknown)).toBeGreaterThan(fastest(times.known) / 2);
});
