/** npm run build: a production build with the Node that runs this, unless the current source is already built. */
import { root } from "@/scripts/support/root";
import { ensureBuild } from "./ensure-build";

try {
  await ensureBuild(root, (line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
