import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "@/scripts/support/list-files";

const folders = ["app", "emails", "inngest", "prisma", "public", "server"];
const rootFile =
  /^(?!next-env\.d\.ts$|playwright\.config\.ts$).+\.(?:ts|mjs)$|^(?:package-lock|tsconfig)\.json$/;

/** Paths of all that goes into a production build. */
export const buildInputs = (base: string): string[] => [
  ...readdirSync(base)
    .filter((name) => rootFile.test(name))
    .sort(),
  ...folders.flatMap((folder) => listFiles(base, folder)),
];

/** SHA-256 over names and contents of the build's inputs and the version of Node. */
export const computeStamp = (base: string): string => {
  const hash = createHash("sha256").update(process.version);
  for (const path of buildInputs(base)) {
    const content = readFileSync(join(base, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
};
