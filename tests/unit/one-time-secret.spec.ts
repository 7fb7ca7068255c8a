import "@/tests/support/environment";
import { expect, test } from "@playwright/test";
import { isRefreshSecretOf, newCode, newDeviceId, newLinkToken, newRefreshSecret } from "@/server/core/one-time-secret";

const bytesOf = (secret: string): Buffer => Buffer.from(secret, "base64url");

/** Returns the number of bits that are 1 at each position of the first `length` bytes of the secrets. */
const countOnes = (secrets: readonly Buffer[], length: number): number[] =>
  Array.from(
    { length: length * 8 },
    (_, bit) => secrets.filter((secret) => ((secret[bit >> 3] ?? 0) >> (bit & 7)) & 1).length,
  );

const kinds = [
  { what: "a link token", bytes: 32, randomBytes: 32, create: newLinkToken },
  { what: "a refresh secret", bytes: 32, randomBytes: 16, create: () => newRefreshSecret("session-1") },
  { what: "a device ID", bytes: 16, randomBytes: 16, create: newDeviceId },
];

for (const { what, bytes, randomBytes, create } of kinds)
  test(`${what} contains ${randomBytes * 8} random bits`, () => {
    const count = 4_000;
    const secrets = Array.from({ length: count }, () => bytesOf(create()));
    expect(new Set(secrets.map(({ length }) => length))).toEqual(new Set([bytes]));
    expect(new Set(secrets.map((secret) => secret.subarray(0, randomBytes).toString("hex"))).size).toBe(count);
    // Random bits practically never differ that much: 256 is eight standard deviations.
    for (const ones of countOnes(secrets, randomBytes)) expect(Math.abs(ones - count / 2)).toBeLessThan(256);
  });

test("a code has six digits, and all million codes are equally likely", () => {
  const count = 20_000;
  const codes = Array.from({ length: count }, newCode);
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
  // Of 20,000 random numbers below a million, about 198 repeat an earlier one, with a standard deviation of about 14.
  const repeated = count - new Set(codes).size;
  expect(repeated).toBeGreaterThan(80);
  expect(repeated).toBeLessThan(320);
  for (let position = 0; position < 6; position += 1)
    for (let digit = 0; digit < 10; digit += 1) {
      const found = codes.filter((code) => code[position] === String(digit)).length;
      expect(Math.abs(found - count / 10), `${digit} at position ${position}`).toBeLessThan(340);
    }
});

test("a refresh secret is accepted only for its session, and any changed bit makes it invalid", () => {
  const secret = newRefreshSecret("session-1");
  expect(isRefreshSecretOf("session-1", secret)).toBe(true);
  expect(isRefreshSecretOf("session-2", secret)).toBe(false);
  for (let bit = 0; bit < 256; bit += 1) {
    const changed = bytesOf(secret);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(isRefreshSecretOf("session-1", changed.toString("base64url")), `bit ${bit}`).toBe(false);
  }
  for (const wrong of ["", secret.slice(2), `${secret}AA`]) expect(isRefreshSecretOf("session-1", wrong)).toBe(false);
});
