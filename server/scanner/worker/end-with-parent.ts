import { Worker } from "node:worker_threads";

/** Watches the parent in a separate thread, because the main thread can hang. */
const watchScript = `
const parent = process.ppid;
setInterval(() => {
  if (process.ppid === parent) return;
  try { process.kill(-process.pid, "SIGKILL"); } catch {}
  process.kill(process.pid, "SIGKILL");
}, 1000);
`;

/** Makes this process exit when its parent exits, even while the main thread hangs. */
export const endWithParent = (): void => {
  if (!process.connected) process.exit();
  process.once("disconnect", () => process.exit());
  new Worker(watchScript, { eval: true, stdout: false, stderr: false }).unref();
};
