import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of the repository, wherever a command was started from. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
