import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";

const folder = () => join(env.DATA_DIR, "secrets");

/**
 * Text of a secret kept in DATA_DIR/secrets/<name> with mode 0600. The first caller of all processes makes it
 * with `create`; `link` is atomic, so everybody reads the same one even when two start at once.
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
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(path, "utf8");
};

/** A stable random secret of 64 hex characters under this name. */
export const getSecret = (name: string): string => getSecretText(name, () => randomBytes(32).toString("hex"));

/** What signs the calls between app and scanner, both ways: SCANNER_SECRET, or one made on first start. */
export const scannerSecret = (): string => env.SCANNER_SECRET ?? getSecret("scanner");
