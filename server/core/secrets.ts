import { createHmac, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";
import { errorCode } from "./error-code";

const folder = () => join(env.DATA_DIR, "secrets");

/**
 * Returns the secret stored in DATA_DIR/secrets/<name> with mode 0600. The first process that needs the secret creates
 * it with `create`; all processes read the same secret even if several start at once, because `link` is atomic.
 */
export const getSecretText = (name: string, create: () => string): string => {
  const path = join(folder(), name);
  if (!existsSync(path)) {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
    writeFileSync(draft, create(), { mode: 0o600, flag: "wx" });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(path, "utf8");
};

/** Returns a stable random secret of 64 hex characters, stored under this name. */
export const getSecret = (name: string): string => getSecretText(name, () => randomBytes(32).toString("hex"));

/**
 * Returns a secret for one purpose. It is the same in all processes that share NEXTAUTH_SECRET or the secrets folder.
 */
export const derivedSecret = (purpose: string): string =>
  createHmac("sha256", env.NEXTAUTH_SECRET ?? getSecret("nextauth"))
    .update(`curbcut:${purpose}`)
    .digest("hex");

/**
 * Returns the secret that signs calls between the app and the scanner: SCANNER_SECRET, or a secret generated on first
 * use.
 */
export const scannerSecret = (): string => env.SCANNER_SECRET ?? getSecret("scanner");
