import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";
import { env } from "@/server/core/env";
import { getSecretText } from "@/server/core/secrets";

export const algorithm = "RS256";

export interface KeyRing {
  /** The key that signs new tokens. */
  signing: { kid: string; key: KeyObject };
  /** Public keys by `kid`, for all tokens that may still be valid. */
  verifying: ReadonlyMap<string, KeyObject>;
  jwks: { keys: JWK[] };
}

const createPem = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

// Backtracks, but it is applied only to the operator's own setting.
const pemBlock = /-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----/g;

const readRsaKey = (pem: string, source: string): KeyObject => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
  } catch {
    // Throws an error without the cause, because the cause may contain the key.
  }
  throw new Error(`${source} must contain RSA private keys of at least 2048 bits in PEM format.`);
};

/**
 * Reads one or more private keys in PEM format. The first one signs; tokens signed by any of them are valid. Throws if
 * a key isn't an RSA key; `source` names the setting that contains the keys.
 */
export const readKeyRing = async (text: string, source = "JWT_PRIVATE_KEY"): Promise<KeyRing> => {
  const keys = await Promise.all(
    (text.replaceAll("\\n", "\n").match(pemBlock) ?? [text]).map(async (pem) => {
      const key = readRsaKey(pem, source);
      const publicKey = createPublicKey(key);
      const jwk = await exportJWK(publicKey);
      const kid = await calculateJwkThumbprint(jwk);
      return { kid, key, publicKey, jwk: { ...jwk, kid, alg: algorithm, use: "sig" } };
    }),
  );
  const [signing] = keys;
  if (!signing) throw new Error("No token signing key is configured.");
  return {
    signing,
    verifying: new Map(keys.map(({ kid, publicKey }) => [kid, publicKey])),
    jwks: { keys: keys.map(({ jwk }) => jwk) },
  };
};

const keyFile = "jwt-private-key.pem";

const loadKeyRing = async (): Promise<KeyRing> =>
  env.JWT_PRIVATE_KEY
    ? readKeyRing(env.JWT_PRIVATE_KEY)
    : readKeyRing(getSecretText(keyFile, createPem), `${keyFile} in the data folder's secrets`);

let loading: Promise<KeyRing> | undefined;

/**
 * Returns the keys from JWT_PRIVATE_KEY or, if it isn't set, from the data folder, where a key is created on first use.
 */
export const getKeyRing = (): Promise<KeyRing> => {
  loading ??= loadKeyRing().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};
