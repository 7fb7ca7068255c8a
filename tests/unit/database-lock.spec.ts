import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { claimFolder, FolderInUseError } from "@/server/adapters/database/claim-folder";

let folder: string;
let leftBehind: string;
const files = () => readdirSync(folder);

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "curbcut-lock-"));
  leftBehind = join(folder, "db.left-behind.lock");
});
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a claim, with the given changes, as if an earlier process had left it behind. */
const leaveBehind = async (changed: Record<string, unknown>): Promise<void> => {
  const release = await claimFolder(folder, "db");
  const [file = ""] = files();
  const claim = JSON.parse(readFileSync(join(folder, file), "utf8")) as object;
  release();
  writeFileSync(leftBehind, JSON.stringify({ ...claim, ...changed }));
};

test("a claim is one private file that is deleted on release", async () => {
  const release = await claimFolder(folder, "db");
  const [file = "", ...others] = files();
  expect(others).toEqual([]);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  release();
  expect(files()).toEqual([]);
});

test("rejects a second claim, even in the same process, and leaves no file behind", async () => {
  const release = await claimFolder(folder, "db");
  const refused = claimFolder(folder, "db");
  await expect(refused).rejects.toThrow(FolderInUseError);
  await expect(refused).rejects.toThrow(`Another Curbcut process is using ${folder} (process ${process.pid} on`);
  expect(files()).toHaveLength(1);
  release();
  (await claimFolder(folder, "db"))();
});

test("claims with different names in one folder are independent", async () => {
  const releases = [await claimFolder(folder, "db"), await claimFolder(folder, "other")];
  for (const release of releases) release();
});

test("takes over the claim of a process whose id was reused", async () => {
  await leaveBehind({ started: "earlier" });
  (await claimFolder(folder, "db"))();
  expect(files()).toEqual([]);
});

test("takes over the claim of a process that no longer exists", async () => {
  await leaveBehind({ pid: 2 ** 30, started: null });
  (await claimFolder(folder, "db"))();
  expect(files()).toEqual([]);
});

test("respects the claim of another host while that host refreshes it", async () => {
  await leaveBehind({ host: "elsewhere" });
  await expect(claimFolder(folder, "db")).rejects.toThrow("on elsewhere");
  utimesSync(leftBehind, new Date(), new Date(Date.now() - 60_000));
  (await claimFolder(folder, "db"))();
  expect(files()).toEqual([]);
});

test("respects a claim that is still being written @long", async () => {
  writeFileSync(leftBehind, "");
  await expect(claimFolder(folder, "db")).rejects.toThrow(leftBehind);
});

test("grants the claim to only one of two processes that start at the same time @long", async () => {
  const claims = await Promise.allSettled([claimFolder(folder, "db"), claimFolder(folder, "db")]);
  const [release, ...others] = claims.flatMap((claim) => (claim.status === "fulfilled" ? [claim.value] : []));
  expect(others).toEqual([]);
  expect(release).toBeDefined();
  release?.();
});
