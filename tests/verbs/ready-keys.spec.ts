import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { freshFolder } from "../support/app/data-folder";

const readReadyIn = async (dataDir: string): Promise<unknown> => {
  const script = ["--import", "tsx", "tests/support/health/print-ready.ts"];
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "silent", SCANNER_URL: "http://127.0.0.1:9", SCANNER_SECRET: "x" };
  const { stdout } = await promisify(execFile)(process.execPath, script, { env: { ...process.env, ...settings } });
  return JSON.parse(stdout);
};

test("the app isn't ready if its signing key can't be read, because no one could sign in [L8] @long", async () => {
  const dataDir = await freshFolder();
  await mkdir(join(dataDir, "secrets"), { recursive: true });
  await writeFile(join(dataDir, "secrets", "jwt-private-key.pem"), "no key");
  expect(await readReadyIn(dataDir)).toMatchObject({
    code: "unavailable",
    parts: { keys: { ok: false, kind: "file" }, database: { ok: true }, store: { ok: true }, jobs: { ok: true } },
  });
});

test("the app is ready with its own signing key, even without a scanner [H1] [L8] @long", async () => {
  expect(await readReadyIn(await freshFolder())).toMatchObject({
    code: null,
    parts: { keys: { ok: true }, scanner: { ok: false } },
  });
});
