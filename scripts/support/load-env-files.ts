import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root";

/** Reads `.env.local` and `.env`; what is set already wins. */
export const loadEnvFiles = (): void => {
  for (const name of [".env.local", ".env"]) {
    const file = join(root, name);
    if (existsSync(file)) process.loadEnvFile(file);
  }
};
