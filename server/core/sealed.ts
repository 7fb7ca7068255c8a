import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";
import { env } from "./env";
import { getSecret } from "./secrets";

/**
 * The purposes that secrets are encrypted for. A purpose with an id belongs to one row, so that a secret copied to
 * another row can't be decrypted there.
 */
export const purposes = {
  signUpCookie: "sign-up-cookie",
  googleState: "search-perf/state",
  googleAccess: (org_id: string) => `search-perf/${org_id}/access`,
  googleRefresh: (org_id: string) => `search-perf/${org_id}/refresh`,
  webhookSecret: (endpointId: string) => `webhook/${endpointId}`,
  websiteSignIn: (website_id: string) => `website-sign-in/${website_id}`,
} as const;

const header = { alg: "dir", enc: "A256GCM" } as const;

interface Key {
  id: string;
  bytes: Uint8Array;
}

/**
 * Returns the encryption keys. The first key seals, and all keys unseal. Operators must keep an old key until no secret
 * sealed with it is left.
 */
const listKeys = (): Key[] => {
  if (env.ENCRYPTION_KEYS.length === 0) return [{ id: "own", bytes: Buffer.from(getSecret("encryption"), "hex") }];
  return env.ENCRYPTION_KEYS.map((entry) => {
    const [id = "", key = ""] = entry.split(":");
    return { id, bytes: Buffer.from(key, "base64") };
  });
};

/**
 * Encrypts a secret for storage in the database. Returns a compact JWE (RFC 7516) that uses A256GCM and names its key.
 * `purpose` is one of `purposes`; the secret can't be unsealed for any other purpose.
 */
export const seal = async (text: string, purpose: string): Promise<string> => {
  const [key] = listKeys();
  if (!key) throw new Error("No encryption key is configured.");
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ ...header, kid: key.id, purpose })
    .encrypt(key.bytes);
};

/**
 * Returns the plain text of a secret sealed for this purpose. Throws if it was sealed for a different purpose or
 * modified, or if its key is no longer configured.
 */
export const unseal = async (sealed: string, purpose: string): Promise<string> => {
  const { plaintext, protectedHeader } = await compactDecrypt(
    sealed,
    ({ kid }) => {
      const key = listKeys().find(({ id }) => id === kid);
      if (!key) throw new Error(`The key "${kid}" that encrypted this secret isn't in ENCRYPTION_KEYS.`);
      return key.bytes;
    },
    { keyManagementAlgorithms: [header.alg], contentEncryptionAlgorithms: [header.enc] },
  );
  if (protectedHeader["purpose"] !== purpose) throw new Error("The secret was encrypted for a different purpose.");
  return new TextDecoder().decode(plaintext);
};

/**
 * Reseals a secret with the current key. Returns null if the secret is already sealed with the current key. Throws the
 * same errors as `unseal`.
 */
export const reseal = async (sealed: string, purpose: string): Promise<string | null> => {
  if (decodeProtectedHeader(sealed).kid === listKeys()[0]?.id) return null;
  return seal(await unseal(sealed, purpose), purpose);
};
