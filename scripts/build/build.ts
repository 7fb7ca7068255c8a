/**
 * npm run build: creates a production build with the current Node version, unless the current source is already built.
 */
import { root } from "@/scripts/support/root";
import { ensureBuild } from "./ensure-build";

try {
  await ensureBuild(root, (line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
