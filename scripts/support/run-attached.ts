import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:os";

const PARENT_CHECK_MS = 500;

/** npm passes SIGTERM to a shell that ends without passing it on; then our parent is another one. */
const onParentGone = (act: () => void): NodeJS.Timeout => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, PARENT_CHECK_MS);
  return timer;
};

/** Passes on SIGTERM, and SIGINT unless a terminal has given it to the child already. Gives back what ends this. */
const passSignals = (child: ChildProcess): (() => void) => {
  const terminate = () => void child.kill("SIGTERM");
  const interrupt = () => void (process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", terminate);
  process.on("SIGINT", interrupt);
  const timer = onParentGone(terminate);
  return () => {
    clearInterval(timer);
    process.off("SIGTERM", terminate);
    process.off("SIGINT", interrupt);
  };
};

/** Runs a program on our own terminal and resolves to its exit code, or 128 + signal. It ends when we are told to. */
export const runAttached = (
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "env"> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: "inherit" });
    const stopPassing = passSignals(child);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      stopPassing();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
