import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { serveHostileSites } from "./serve-hostile-sites";

// In production, these servers would run on other machines, so they must not take CPU time from the app being measured.
setPriority(19);
try {
  writeFileSync("/proc/self/autogroup", "19");
} catch {
  // Not every system has scheduling groups.
}
const sites = await serveHostileSites();
process.stdout.write(`${JSON.stringify(sites)}\n`);
