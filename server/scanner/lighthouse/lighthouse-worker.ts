import type { Lighthouse } from "../lighthouse-result";
import type { Device } from "../page-result";
import { categoryIds, readLighthouse } from "./read-lighthouse";

/** The only request sent to a worker process, which is killed after it replies. */
export interface WorkerRequest {
  url: string;
  device: Device;
  /** Port on loopback for controlling the browser. */
  port: number;
  userAgent: string;
}

/** The parts of Lighthouse's result to keep, or the message of the error that it threw. */
export type WorkerReply = { lighthouse: Lighthouse } | { thrown: string };

const measure = async ({ url, device, port, userAgent }: WorkerRequest): Promise<Lighthouse> => {
  const { default: lighthouse, desktopConfig } = await import("lighthouse");
  const run = await lighthouse(
    url,
    {
      hostname: "127.0.0.1",
      port,
      logLevel: "silent",
      output: "json",
      locale: "en-GB",
      onlyCategories: [...categoryIds],
      disableFullPageScreenshot: true,
      emulatedUserAgent: userAgent,
    },
    device === "desktop" ? desktopConfig : undefined,
  );
  if (!run) throw new Error("Lighthouse returned no result.");
  return readLighthouse(run.lhr, url, device);
};

const answer = (request: WorkerRequest): Promise<WorkerReply> =>
  measure(request).then(
    (lighthouse) => ({ lighthouse }),
    (error: unknown) => ({ thrown: error instanceof Error ? error.message : String(error) }),
  );

process.once("disconnect", () => process.exit());
process.once("message", async (request: WorkerRequest) => {
  process.send?.(await answer(request));
});
