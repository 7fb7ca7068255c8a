import type { ScannerPort } from "@/server/adapters/scanner";
import { createRemoteScanner } from "@/server/adapters/scanner/remote";
import { processWide } from "@/server/core/process-wide";
import { scannerSecret } from "@/server/core/secrets";
import type { Hooks } from "./attach-silent-scanner";
import { serveSite, type TestSite } from "./serve-site";

const chosen = processWide<ScannerPort>("scanner");

/**
 * While the tests in a spec run, makes this process use a scanner without any endpoints, so that fixes are neither
 * tried on pages nor checked. Trying a fix starts a process and a browser, neither of which is needed to test the
 * requests to a model.
 */
export const attachBareScanner = ({ beforeAll, afterAll }: Hooks): void => {
  let bare: TestSite | undefined;
  beforeAll(async () => {
    bare = await serveSite(() => ({}));
    chosen.value = createRemoteScanner(bare.origin, scannerSecret());
  });
  afterAll(async () => {
    chosen.value = undefined;
    await bare?.close();
  });
};
