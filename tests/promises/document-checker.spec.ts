import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { createDocumentChecker } from "@/server/scanner/document/document-checker";
import { makePdf } from "../support/documents/make-pdf";

const MB = 1024 * 1024;
const never = new AbortController().signal;
/** A PDF whose check takes several seconds to reach a limit. */
const heavy = makePdf({ elements: "()".repeat(6 * MB) });

const open = () => {
  let permits = 0;
  const checker = createDocumentChecker(async () => {
    permits += 1;
    return () => {
      permits -= 1;
    };
  });
  return { ...checker, permits: () => permits };
};

/** Returns the ids of the processes that check documents for this process. */
const processes = (): number[] =>
  spawnSync("pgrep", ["-P", String(process.pid), "-f", "document-worker"], { encoding: "utf8" })
    .stdout.split("\n")
    .filter(Boolean)
    .map(Number);

test("a document that reaches a limit doesn't hold up another audit's checks @long", async () => {
  test.slow();
  const [bad, good] = [open(), open()];
  try {
    // Both processes are running when the heavy document arrives.
    await Promise.all([bad, good].map((checker) => checker.check(makePdf(), never)));
    const slow = bad.check(heavy, never);
    expect(await good.check(makePdf(), never)).toMatchObject({ problem: null, title: "Larches", findings: [] });
    expect(await slow).toMatchObject({ problem: "over_limit" });
    expect(await bad.check(makePdf(), never)).toMatchObject({ problem: null });
    expect(bad.permits()).toBe(0);
  } finally {
    bad.close();
    good.close();
  }
  await expect.poll(processes).toEqual([]);
});

test("if the process is killed during a check, only the document being checked is lost @long", async () => {
  test.slow();
  const checker = open();
  try {
    await checker.check(makePdf(), never);
    const [id = 0] = processes();
    const lost = checker.check(heavy, never);
    process.kill(id, "SIGKILL");
    expect(await lost).toBeNull();
    expect(await checker.check(makePdf(), never)).toMatchObject({ problem: null, findings: [] });
  } finally {
    checker.close();
  }
});

test("cancelling an audit ends the check and its process", async () => {
  test.slow();
  const checker = open();
  const stop = new AbortController();
  await checker.check(makePdf(), never);
  const cancelled = checker.check(heavy, stop.signal);
  stop.abort(new Error("Cancelled."));
  await expect(cancelled).rejects.toThrow("Cancelled.");
  await expect.poll(processes).toEqual([]);
  expect(checker.permits()).toBe(0);
});
