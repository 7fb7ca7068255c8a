/** Memory used by a scanner that runs four audits of third-party websites at once, with all checks, views and states */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureBuild } from "@/scripts/build/ensure-build";
import { root } from "@/scripts/support/root";
import { createEmbeddedScanner } from "@/server/adapters/scanner/embedded";
import { processWide } from "@/server/core/process-wide";
import { readProcessTree } from "@/server/scanner/service/process-use";
import { furtherViews } from "@/server/scanner/views";
import { type CallbackReceiver, receiveCallbacks } from "@/tests/support/scanner/callback-receiver";
import { installWorkshop, serveSites } from "./support/sites";

const SAMPLE_MS = 250;
const MEGABYTE = 1_000_000;
const secret = "only used by this benchmark";

interface Audit {
  website: string;
  receiver: CallbackReceiver;
}

const websiteOf = (url: string): string => new URL(url).pathname.split("/")[1] ?? "";

/** The four websites with the most pages. */
const chooseWebsites = (urls: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(websiteOf(url), (counts.get(websiteOf(url)) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([website]) => website);
};

const goneCodes = ["ENOENT", "ESRCH"];

/** Returns null if the process has exited in the meantime. */
const readRollup = (id: number): string | null => {
  try {
    return readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
  } catch (error) {
    if (goneCodes.includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
};

/**
 * Returns the memory of a process in megabytes, excluding mapped files. Memory that several processes share, such as
 * the browser's bitmaps, is divided equally among them, so that the values of all processes add up to the total.
 */
const memoryOfProcess = (id: number): number => {
  const rollup = readRollup(id);
  if (rollup === null) return 0;
  const parts = Array.from(rollup.matchAll(/^Pss_(?:Anon|Shmem):\s{1,20}(\d{1,12}) kB$/gm), ([, kB]) => Number(kB));
  if (parts.length < 2) throw new Error("This kernel doesn't report Pss_Anon and Pss_Shmem.");
  return (parts.reduce((sum, kB) => sum + kB, 0) * 1_024) / MEGABYTE;
};

const memoryOf = (root: number): number => readProcessTree(root).reduce((sum, { id }) => sum + memoryOfProcess(id), 0);

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const hasEnded = ({ receiver }: Audit): boolean =>
  receiver.last() === "audit.completed" || receiver.last() === "audit.failed";

await installWorkshop();
await ensureBuild(root, (line) => console.log(line));
processWide<string>("scanner-program").value = join(root, ".next", "scanner", "main.cjs");
process.env["SCAN_PRIVATE_HOSTS"] = "127.0.0.1";
const { urls, close } = await serveSites();
const scanner = createEmbeddedScanner(secret);
while (!(await scanner.health()).ok) await pause(SAMPLE_MS);

const start = async (website: string): Promise<Audit> => {
  const known_urls = urls.filter((url) => websiteOf(url) === website);
  const receiver = await receiveCallbacks(secret);
  await scanner.start({
    audit_id: website,
    website_url: known_urls[0] ?? "",
    callback_url: receiver.url,
    options: {
      depth: "full",
      views: [...furtherViews],
      states: true,
      known_urls,
      include: known_urls.map((url) => `${new URL(url).pathname}$`),
      max_pages: known_urls.length,
      screenshots: { max_height: 6_000, max_bytes: 300_000 },
    },
  });
  return { website, receiver };
};

const idle = memoryOf(scanner.processId() ?? 0);
const audits = await Promise.all(chooseWebsites(urls).map(start));
const samples: number[] = [];
while (audits.filter(hasEnded).length < audits.length) {
  await pause(SAMPLE_MS);
  // Memory is sampled only while all four audits are running.
  if (!audits.some(hasEnded)) samples.push(memoryOf(scanner.processId() ?? 0));
}
samples.sort((one, other) => one - other);
const scanned = audits.flatMap(({ receiver }) => receiver.events.flatMap(({ pages }) => pages));
const failed = scanned.filter(({ error }) => error !== null).length;
console.log(
  `${scanned.length} pages, ${failed} of them not scanned; ${samples.length} samples while all four were running`,
);
console.log(
  `idle ${idle.toFixed(0)} MB; median ${percentile(samples, 0.5).toFixed(0)} MB, ` +
    `95% ${percentile(samples, 0.95).toFixed(0)} MB, maximum ${(samples.at(-1) ?? 0).toFixed(0)} MB`,
);
await scanner.stop();
await Promise.all(audits.map(({ receiver }) => receiver.close()));
close();
