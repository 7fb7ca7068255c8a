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

/** What a process would write, with some of it changed. */
const leaveBehind = async (changed: Record<string, unknown>): Promise<void> => {
  const release = await claimFolder(folder, "db");
  const [file = ""] = files();
  const claim = JSON.parse(readFileSync(join(folder, file), "utf8")) as object;
  release();
  writeFileSync(leftBehind, JSON.stringify({ ...claim, ...changed }));
};

test("a claim is one private file, gone after release", async () => {
  const release = await claimFolder(folder, "db");
  const [file = "", ...others] = files();
  expect(others).toEqual([]);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  release();
  expect(files()).toEqual([]);
});

test("a second claim is refused, also in the same process, and leaves nothing", async () => {
  const release = await claimFolder(folder, "db");
  const refused = claimFolder(folder, "db");
  await expect(refused).rejects.toThrow(FolderInUseError);
  await expect(refused).rejects.toThrow(`Another Curbcut is using ${folder} (process ${process.pid} on`);
  expect(files()).toHaveLength(1);
  release();
  (await claimFolder(folder, "db"))();
});

test("another name in the same folder is another claim", async () => {
  const releases = [await claimFolder(folder, "db"), await claimFolder(folder, "other")];
  for (const release of releases) release();
});

test("the claim of a process whose id now belongs to another one is taken over", async () => {
  await leaveBehind({ started: "earlier" });
  (await claimFolder(folder, "db"))();
  expect(files()).toEqual([]);
});

test("the claim of a process that is gone is taken over", async () => {
  await leaveBehind({ pid: 2 ** 30, started: null });
  (await claimFolder(folder, "db"))();
  expect(files()).toEqual([]);
});

test("a claim of another host counts as long as it is touched", async () => {
  await leaveBehind({ host: "elsewhere" });
  await expect(claimFolder(folder, "db")).rejects.toThrow("on elsewhere");
  utimesSync(leftBehind, new Date(), new Date(Date.now() - 60_000));
  (await claimFolder(folder, "db"))();
  expect(files()).toEqual([]);
});

test("a claim that is being written counts", async () => {
  writeFileSync(leftBehind, "");
  await expect(claimFolder(folder, "db")).rejects.toThrow(leftBehind);
});

test("two that start together: one gets it", async () => {
  const claims = await Promise.allSettled([claimFolder(folder, "db"), claimFolder(folder, "db")]);
  const [release, ...others] = claims.flatMap((claim) => (claim.status === "fulfilled" ? [claim.value] : []));
  expect(others).toEqual([]);
  expect(release).toBeDefined();
  release?.();
});
