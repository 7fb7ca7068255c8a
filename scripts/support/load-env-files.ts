import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root";

/** Loads `.env.local` and `.env`; variables that are already set take precedence. */
export const loadEnvFiles = (): void => {
  for (const name of [".env.local", ".env"]) {
    const file = join(root, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
};
