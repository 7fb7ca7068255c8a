import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

const running = new Map<ChildProcess, NodeJS.Signals>();

process.once("exit", () => {
  for (const [child, signal] of running) child.kill(signal);
});

type Options = SpawnOptions & {
  /** The signal that makes the program exit quickly and cleanly. */
  endSignal?: NodeJS.Signals;
};

/** Starts a program. If this process exits first, sends the program a termination signal. */
export const spawnOwned = (
  program: string,
  args: readonly string[],
  { endSignal = "SIGTERM", ...options }: Options = {},
): ChildProcess => {
  const child = spawn(program, args, options);
  running.set(child, endSignal);
  child.once("exit", () => running.delete(child));
  return child;
};
