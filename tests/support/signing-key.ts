import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@/scripts/support/root";

const cache = join(root, "node_modules", ".cache", "curbcut");
const key = join(cache, "test-signing-key.pem");

const createKey = (): void => {
  mkdirSync(cache, { recursive: true });
  const draft = `${key}.${process.pid}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  writeFileSync(draft, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  renameSync(draft, key);
};

/**
 * Stores the key that signs access tokens in a data folder. All tests share one key, because creating one takes longer
 * than most tests do.
 */
export const storeSigningKey = (dataFolder: string): void => {
  if (!existsSync(key)) createKey();
  mkdirSync(join(dataFolder, "secrets"), { recursive: true, mode: 0o700 });
  copyFileSync(key, join(dataFolder, "secrets", "jwt-private-key.pem"));
};
