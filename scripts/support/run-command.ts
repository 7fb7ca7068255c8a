import { type SpawnOptions, spawn } from "node:child_process";

export interface CommandResult {
  code: number;
  stdout: string;
  /** Both streams in the order they came. */
  output: string;
}

const collect = (chunks: Buffer[]): string => Buffer.concat(chunks).toString("utf8");

/** Runs a program without a shell and keeps what it prints. A program killed by a signal has code 1. */
export const runCommand = (
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env"> = {},
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const stdout: Buffer[] = [];
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => {
      stdout.push(chunk);
      output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, stdout: collect(stdout), output: collect(output) }));
  });

/** Runs a script or a package's own command under this Node. */
export const runNode = (args: readonly string[], options: Pick<SpawnOptions, "cwd" | "env"> = {}) =>
  runCommand(process.execPath, args, options);
