import { createHmac, timingSafeEqual } from "node:crypto";

export const SIGNATURE_HEADER = "x-scanner-signature";
const WINDOW_SECONDS = 300;

const digest = (secret: string, seconds: number, body: string | Buffer): Buffer =>
  createHmac("sha256", secret).update(`${seconds}.`).update(body).digest();

/**
 * Returns the value of the `X-Scanner-Signature` header: `t=<unix s>,v1=<hex hmac-sha256 of "t.body">`. `body` is the
 * request body as sent, after compression. The body contains the audit's id, because the URL isn't signed.
 */
export const signScannerBody = (secret: string, body: string | Buffer, now: Date = new Date()): string => {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${digest(secret, seconds, body).toString("hex")}`;
};

/**
 * Reports whether the header's signature matches the body and its time is at most five minutes off. Compares in
 * constant time.
 */
export const verifyScannerSignature = (
  secret: string,
  body: string | Buffer,
  header: string | null | undefined,
  now: Date = new Date(),
): boolean => {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header?.trim() ?? "");
  if (!match?.[1] || !match[2]) return false;
  const seconds = Number(match[1]);
  if (Math.abs(now.getTime() / 1_000 - seconds) > WINDOW_SECONDS) return false;
  return timingSafeEqual(digest(secret, seconds, body), Buffer.from(match[2], "hex"));
};
