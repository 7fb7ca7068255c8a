import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";
import { env } from "./env";
import { getSecret } from "./secrets";

const header = { alg: "dir", enc: "A256GCM" } as const;

interface Key {
  id: string;
  bytes: Uint8Array;
}

/** The first one seals; all of them open, so that an old key is kept until nothing it sealed is left. */
const listKeys = (): Key[] => {
  if (env.ENCRYPTION_KEYS.length === 0) return [{ id: "own", bytes: Buffer.from(getSecret("encryption"), "hex") }];
  return env.ENCRYPTION_KEYS.map((entry) => {
    const [id = "", key = ""] = entry.split(":");
    return { id, bytes: Buffer.from(key, "base64") };
  });
};

/**
 * Encrypts a secret that is to be kept in the database. Returns a compact JWE (RFC 7516) of A256GCM that names its key.
 * `purpose` says what the secret is for and whose it is: with another one it does not open, wherever it was copied to.
 */
export const seal = async (text: string, purpose: string): Promise<string> => {
  const [key] = listKeys();
  if (!key) throw new Error("There is no key to encrypt with.");
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ ...header, kid: key.id, purpose })
    .encrypt(key.bytes);
};

/** The text that was sealed for this purpose. Throws when it was sealed for another, changed, or its key is gone. */
export const unseal = async (sealed: string, purpose: string): Promise<string> => {
  const { plaintext, protectedHeader } = await compactDecrypt(
    sealed,
    ({ kid }) => {
      const key = listKeys().find(({ id }) => id === kid);
      if (!key) throw new Error(`The key "${kid}" that sealed this is not in ENCRYPTION_KEYS.`);
      return key.bytes;
    },
    { keyManagementAlgorithms: [header.alg], contentEncryptionAlgorithms: [header.enc] },
  );
  if (protectedHeader["purpose"] !== purpose) throw new Error("This was sealed for another purpose.");
  return new TextDecoder().decode(plaintext);
};

/** The same secret, sealed by the key that seals now; null when that one did already. Throws as `unseal` does. */
export const reseal = async (sealed: string, purpose: string): Promise<string | null> => {
  if (decodeProtectedHeader(sealed).kid === listKeys()[0]?.id) return null;
  return seal(await unseal(sealed, purpose), purpose);
};
