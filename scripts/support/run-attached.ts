import { type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Runs a program on our own terminal and ends as it ends: its exit code, or 128 + signal. SIGTERM is passed on. SIGINT
 * only without a terminal, which already gives it to every process in front.
 */
export const runAttached = (
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "env"> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: "inherit" });
    const terminate = () => void child.kill("SIGTERM");
    const interrupt = () => void (process.stdin.isTTY || child.kill("SIGINT"));
    process.on("SIGTERM", terminate);
    process.on("SIGINT", interrupt);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGTERM", terminate);
      process.off("SIGINT", interrupt);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
