import { getScanner, type ScannerPort } from "@/server/adapters/scanner";
import { processWide } from "@/server/core/process-wide";
import { expect } from "./api";
import { configure } from "./configure";

/** Another spec in this process may have started a scanner, which keeps the settings that it was started with. */
const stopScanner = async (): Promise<void> => {
  const slot = processWide<ScannerPort>("scanner");
  await slot.value?.stop();
  slot.value = undefined;
};

/** Starts a scanner that is allowed to open pages on this machine. Call the returned function to stop it. */
export const startLocalScanner = async (): Promise<() => Promise<void>> => {
  await stopScanner();
  process.env.SCAN_PRIVATE_HOSTS = "127.0.0.1";
  configure({ SCAN_PRIVATE_HOSTS: ["127.0.0.1"] });
  await expect.poll(async () => (await getScanner().health()).ok).toBe(true);
  return async () => {
    await stopScanner();
    delete process.env.SCAN_PRIVATE_HOSTS;
    configure({ SCAN_PRIVATE_HOSTS: [] });
  };
};
