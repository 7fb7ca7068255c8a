import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { serveHostileSites } from "./serve-hostile-sites";

// Real hostile servers run on other machines, so these must not take CPU time from the app being measured.
setPriority(19);
try {
  writeFileSync("/proc/self/autogroup", "19");
} catch {
  // Not every system has scheduling groups.
}
const sites = await serveHostileSites();
process.stdout.write(`${JSON.stringify(sites)}\n`);
