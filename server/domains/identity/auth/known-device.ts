import { createHmac } from "node:crypto";
import type { Client, Db } from "@/server/core/context";
import { readCookies } from "@/server/core/cookies";
import { env } from "@/server/core/env";
import { newDeviceId, sameHash } from "@/server/core/one-time-secret";
import { derivedSecret } from "@/server/core/secrets";

const secure = env.BASE_URL.startsWith("https:");
/**
 * A cookie that records which accounts a browser has signed in to, as described in OWASP's "Slow down online guessing
 * attacks with device cookies". It doesn't grant access. Wrong passwords from such a browser are counted separately, so
 * that a stranger who guesses in another browser can't lock the owner out.
 */
export const deviceCookie = `${secure ? "__Host-" : ""}curbcut.device`;

const keptSeconds = 365 * 24 * 60 * 60;
/** Maximum number of accounts remembered per browser, for people who share a browser. */
const mostAccounts = 8;
/** How long an IP address counts as known after a sign-in, in days. */
const addressDays = 90;

interface Device {
  id: string;
  proofs: string[];
}

const proofOf = (id: string, user_id: string): string =>
  createHmac("sha256", derivedSecret("known-devices")).update(`${id}:${user_id}`).digest("base64url").slice(0, 22);

const readDevice = (headers: Headers): Device | null => {
  const value = readCookies(headers)[deviceCookie] ?? "";
  if (!/^[\w-]{22}(?:\.[\w-]{22}){1,8}$/.test(value)) return null;
  const [id = "", ...proofs] = value.split(".");
  return { id, proofs };
};

const hasProof = ({ id, proofs }: Device, user_id: string): boolean =>
  proofs.some((proof) => sameHash(proof, proofOf(id, user_id)));

/** Sets the cookie that records that the account's owner has signed in with this browser. */
export const rememberDevice = (headers: Headers, call: Pick<Client, "headers">, user_id: string): void => {
  const { id, proofs } = readDevice(call.headers) ?? { id: newDeviceId(), proofs: [] };
  const proof = proofOf(id, user_id);
  const all = [proof, ...proofs.filter((each) => each !== proof)].slice(0, mostAccounts);
  const attributes = `Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  headers.append("Set-Cookie", `${deviceCookie}=${[id, ...all].join(".")}; ${attributes}`);
};

/**
 * Returns a key that identifies the caller's browser or IP address if the account has been used from it before,
 * otherwise null.
 */
export const findKnownPlace = async (db: Db, { headers, ip }: Client, user_id: string): Promise<string | null> => {
  const device = readDevice(headers);
  if (device && hasProof(device, user_id)) return `device:${device.id}`;
  const since = new Date(Date.now() - addressDays * 24 * 60 * 60 * 1_000);
  const session = await db.session.findFirst({
    where: { user_id, ip, created_at: { gt: since } },
    select: { id: true },
  });
  return session && `address:${ip}`;
};
