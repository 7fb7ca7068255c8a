import { expect, test } from "@playwright/test";
import { totpAt } from "@/server/scanner/sign-in/totp";
import { SignInMethod } from "@/server/scanner/sign-in-contract";

const seed = "12345678901234567890";

const base32 = (text: string): string => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
};

const uri = (algorithm: string, length: number): string =>
  `otpauth://totp/Club:ada?secret=${base32(seed.repeat(4).slice(0, length))}&algorithm=${algorithm}&digits=8&period=30`;

test("computes the codes of RFC 6238, appendix B", () => {
  const codes: [number, string, string, string][] = [
    [59, "94287082", "46119246", "90693936"],
    [1111111109, "07081804", "68084774", "25091201"],
    [1234567890, "89005924", "91819424", "93441116"],
    [20000000000, "65353130", "77737706", "47863826"],
  ];
  for (const [seconds, sha1, sha256, sha512] of codes) {
    expect(totpAt(uri("SHA1", 20), seconds * 1_000).code).toBe(sha1);
    expect(totpAt(uri("SHA256", 32), seconds * 1_000).code).toBe(sha256);
    expect(totpAt(uri("SHA512", 64), seconds * 1_000).code).toBe(sha512);
  }
});

test("reads a Base32 secret with spaces and lower-case letters, and says how long the code is valid", () => {
  const spaced = (
    base32(seed)
      .toLowerCase()
      .match(/.{1,4}/g) ?? []
  ).join(" ");
  expect(totpAt(spaced, 59_000)).toEqual({ code: "287082", validMs: 1_000 });
});

test("accepts only secrets from which codes can be computed", () => {
  const accepts = (totp: string) =>
    SignInMethod.safeParse({ kind: "form", url: "https://a.example/", user_name: "ada", password: "secret", totp })
      .success;
  expect(accepts(base32(seed))).toBe(true);
  expect(accepts("JBSW Y3DP EHPK 3PXP")).toBe(true);
  expect(accepts("otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP")).toBe(true);
  expect(accepts("otpauth://hotp/ada?secret=JBSWY3DPEHPK3PXP")).toBe(false);
  expect(accepts("not a secret!")).toBe(false);
});
