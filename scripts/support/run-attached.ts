import type { SpawnOptions } from "node:child_process";
import { constants } from "node:os";
import { onEndSignal } from "./end-signals";
import { spawnOwned } from "./own-process";

/**
 * Runs a program in our own terminal and passes termination signals on to it. Resolves to its exit code, or to 128 plus
 * the number of the signal that killed it.
 */
export const runAttached = (
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "env"> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawnOwned(program, args, { ...options, stdio: "inherit" });
    // The terminal has already sent SIGINT to the child.
    const stopPassing = onEndSignal((signal) =>
      signal === "SIGINT" && process.stdin.isTTY ? undefined : void child.kill(signal),
    );
    child.on("error", reject);
    child.on("close", (code, signal) => {
      stopPassing();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
