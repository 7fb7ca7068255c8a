import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the script that `npm run build` bundled. With `npm run dev`, which doesn't build, bundles the script. */
export const readRumScript = async (): Promise<Buffer> => {
  const base = process.cwd();
  // biome-ignore lint/style/noProcessEnv: Next.js replaces this at build time, which keeps esbuild out of the production server.
  if (process.env["NODE_ENV"] === "development") {
    const { bundleRum } = await import("@/rum/bundle");
    return bundleRum(base);
  }
  return readFile(join(/* turbopackIgnore: true */ base, ".next", "rum.js"));
};
