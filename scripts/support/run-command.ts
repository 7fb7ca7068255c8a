import type { SpawnOptions } from "node:child_process";
import { constants } from "node:os";
import { type EndSignal, onEndSignal } from "./end-signals";
import { spawnOwned } from "./own-process";

export interface CommandResult {
  code: number;
  stdout: string;
  /** Output of both streams, in order of arrival. */
  output: string;
}

const collect = (chunks: Buffer[]): string => Buffer.concat(chunks).toString("utf8");

/**
 * Runs a program without a shell and captures its output. If a signal kills the program, the code is 1. If this process
 * receives a termination signal, it ends the program and then exits.
 */
export const runCommand = (
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env"> = {},
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = spawnOwned(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let ending: EndSignal | null = null;
    const stopListening = onEndSignal((signal) => {
      ending = signal;
      child.kill("SIGTERM");
    });
    const stdout: Buffer[] = [];
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => {
      stdout.push(chunk);
      output.push(chunk);
    });
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      stopListening();
      if (ending) process.exit(128 + constants.signals[ending]);
      resolve({ code: code ?? 1, stdout: collect(stdout), output: collect(output) });
    });
  });

/** Runs a script or a package's command with the current Node version. */
export const runNode = (args: readonly string[], options: Pick<SpawnOptions, "cwd" | "env"> = {}) =>
  runCommand(process.execPath, args, options);
