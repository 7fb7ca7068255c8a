import { type ChildProcess, spawn } from "node:child_process";
import { expect, test } from "@playwright/test";

const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
};

const startParent = (): { parent: ChildProcess; scanner: Promise<number> } => {
  const parent = spawn(process.execPath, ["--import", "tsx", "tests/support/scanner/orphan-parent.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  const scanner = new Promise<number>((resolve) => {
    parent.stdout?.on("data", (text: Buffer) => {
      const id = /scanner (\d+)/.exec(text.toString())?.[1];
      if (id) resolve(Number(id));
    });
  });
  return { parent, scanner };
};

test("the scanner ends when the app that started it is killed", async () => {
  const { parent, scanner } = startParent();
  const processId = await scanner;
  expect(isAlive(processId)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isAlive(processId)).toBe(false);
});
