import { createHmac } from "node:crypto";

interface TotpSettings {
  key: Buffer;
  algorithm: "sha1" | "sha256" | "sha512";
  digits: number;
  period: number;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes Base32 (RFC 4648), ignoring spaces, hyphens and padding. */
const decodeBase32 = (text: string): Buffer => {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const letter of text.toUpperCase().replace(/[\s=-]/g, "")) {
    value = (value << 5) | ALPHABET.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
};

const within = (value: string | null, least: number, most: number, usual: number): number => {
  const number = Number(value ?? usual);
  return Number.isInteger(number) && number >= least && number <= most ? number : usual;
};

const algorithms = { SHA256: "sha256", SHA512: "sha512" } as const;

/** Reads a Base32 secret, or an otpauth:// URI as shown in QR codes. */
const readSettings = (secret: string): TotpSettings => {
  if (!/^otpauth:/i.test(secret)) return { key: decodeBase32(secret), algorithm: "sha1", digits: 6, period: 30 };
  const given = new URL(secret).searchParams;
  const name = (given.get("algorithm") ?? "").toUpperCase();
  return {
    key: decodeBase32(given.get("secret") ?? ""),
    algorithm: name === "SHA256" || name === "SHA512" ? algorithms[name] : "sha1",
    digits: within(given.get("digits"), 6, 10, 6),
    period: within(given.get("period"), 10, 300, 30),
  };
};

export interface TotpCode {
  code: string;
  /** Number of milliseconds for which the code remains valid. */
  validMs: number;
}

/** Returns the one-time code for a point in time (RFC 6238). */
export const totpAt = (secret: string, time: number): TotpCode => {
  const { key, algorithm, digits, period } = readSettings(secret);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 1_000 / period)));
  const hash = createHmac(algorithm, key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const code = String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
  return { code, validMs: period * 1_000 - (time % (period * 1_000)) };
};
