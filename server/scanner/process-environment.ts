import { env } from "node:process";
import { env as settings } from "@/server/core/env";

/** Variables that programs need to run and find their files, on any system. */
const systemNames = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
  FONTCONFIG_FILE FONTCONFIG_PATH LD_LIBRARY_PATH SSL_CERT_FILE SSL_CERT_DIR PLAYWRIGHT_BROWSERS_PATH
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT PROGRAMFILES PROGRAMFILES(X86) PROGRAMDATA APPDATA LOCALAPPDATA
  USERPROFILE NUMBER_OF_PROCESSORS`.split(/\s+/),
);
const systemPrefix = /^(?:LC_|XDG_)/;

const nodeNames = new Set(["NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "NODE_NO_WARNINGS", "NODE_V8_COVERAGE"]);

/** Settings in server/core/env that a worker reads. None of them is secret. */
const workerSettings = new Set(
  "DATA_DIR LOG_LEVEL CHROMIUM_PATH SCANNER_USER SCAN_AS_ROOT SCAN_MEMORY_MB SCAN_PRIVATE_HOSTS".split(" "),
);
const scannerSettings = new Set(["HOST", "SCANNER_PORT"]);

/** Returns only the environment variables that these lists name, so that nothing unneeded is passed on. */
const pick = (...lists: readonly ReadonlySet<string>[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const known = systemPrefix.test(name) || lists.some((list) => list.has(name) || list.has(name.toUpperCase()));
      return known && value !== undefined ? [[name, value] as const] : [];
    }),
  );

/** Environment for the browser, which runs untrusted code. */
export const environmentForBrowser = (): Record<string, string> => pick(systemNames);

/**
 * Makes glibc return the memory of large blocks to the system when they are freed, which saves about 20 MB per process.
 * Other C libraries ignore these variables.
 */
const memorySettings = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

export const environmentForWorker = (): NodeJS.ProcessEnv => ({
  ...memorySettings,
  ...pick(systemNames, nodeNames, workerSettings),
  NODE_ENV: settings.NODE_ENV,
});

/** Environment for the scanner, which receives its secret separately. */
export const environmentForScanner = (): NodeJS.ProcessEnv => ({
  ...memorySettings,
  ...pick(systemNames, nodeNames, workerSettings, scannerSettings),
  NODE_ENV: settings.NODE_ENV,
});
