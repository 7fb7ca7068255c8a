import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";
import { env } from "@/server/core/env";
import { getSecretText } from "@/server/core/secrets";

export const algorithm = "RS256";

export interface KeyRing {
  /** Signs new tokens. */
  signing: { kid: string; key: KeyObject };
  /** Public keys by `kid`, of every token that may still be alive. */
  verifying: ReadonlyMap<string, KeyObject>;
  jwks: { keys: JWK[] };
}

const createPem = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const pemBlock = /-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----/g;

const readRsaKey = (pem: string): KeyObject => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key;
  } catch {
    // Falls through to the one message; the cause may quote the key.
  }
  throw new Error("JWT_PRIVATE_KEY must hold RSA private keys of at least 2048 bits in PEM.");
};

/** Reads one or more private keys in PEM: the first signs, tokens of all are valid. Throws when one is no RSA key. */
export const readKeyRing = async (text: string): Promise<KeyRing> => {
  const keys = await Promise.all(
    (text.replaceAll("\\n", "\n").match(pemBlock) ?? [text]).map(async (pem) => {
      const key = readRsaKey(pem);
      const publicKey = createPublicKey(key);
      const jwk = await exportJWK(publicKey);
      const kid = await calculateJwkThumbprint(jwk);
      return { kid, key, publicKey, jwk: { ...jwk, kid, alg: algorithm, use: "sig" } };
    }),
  );
  const [signing] = keys;
  if (!signing) throw new Error("There is no key to sign tokens with.");
  return {
    signing,
    verifying: new Map(keys.map(({ kid, publicKey }) => [kid, publicKey])),
    jwks: { keys: keys.map(({ jwk }) => jwk) },
  };
};

let loading: Promise<KeyRing> | undefined;

/** The keys of JWT_PRIVATE_KEY, else of the data folder, where one is made on first use. */
export const getKeyRing = (): Promise<KeyRing> => {
  loading ??= readKeyRing(env.JWT_PRIVATE_KEY ?? getSecretText("jwt-private-key.pem", createPem));
  return loading;
};
