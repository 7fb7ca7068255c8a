import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { spawnOwned } from "@/scripts/support/own-process";
import type { HostileSite } from "./serve-hostile-sites";

export interface HostileSites {
  sites: Pick<HostileSite, "kind" | "url">[];
  stop(): void;
}

/** Serves every kind of hostile page and server in a separate process. */
export const startHostileSites = async (): Promise<HostileSites> => {
  const child = spawnOwned(process.execPath, ["--import", "tsx", join(import.meta.dirname, "main.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  if (!child.stdout) throw new Error("The output of the hostile websites can't be read.");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { sites: JSON.parse(line) as HostileSites["sites"], stop: () => child.kill("SIGKILL") };
};
