import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { serveHostileSites } from "./serve-hostile-sites";

// These servers must not take CPU time from the app being measured, because real hostile servers run on other machines.
setPriority(19);
try {
  writeFileSync("/proc/self/autogroup", "19");
} catch {
  // Not every system has scheduling groups.
}
const sites = await serveHostileSites();
process.stdout.write(`${JSON.stringify(sites)}\n`);
