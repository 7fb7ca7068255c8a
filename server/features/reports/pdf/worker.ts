import os from "node:os";
import { parentPort } from "node:worker_threads";
import { type DocumentRequest, renderDocument } from "./documents/render-document";

export type WorkerRequest = DocumentRequest & { id: number };
export type WorkerReply =
  | { id: number; file: Uint8Array; cpu_ms: number }
  | { id: number; error: { message: string; stack: string | undefined } };

const answer = async ({ id, ...request }: WorkerRequest): Promise<WorkerReply> => {
  const before = process.cpuUsage();
  try {
    const file = await renderDocument(request);
    const { user, system } = process.cpuUsage(before);
    return { id, file: new Uint8Array(file), cpu_ms: (user + system) / 1_000 };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { message, stack } };
  }
};

// Whoever calls the API goes first. Elsewhere than on Linux this would hold for the whole process.
if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_LOW);

parentPort?.on("message", async (request: WorkerRequest) => {
  const reply = await answer(request);
  parentPort?.postMessage(reply, "file" in reply ? [reply.file.buffer as ArrayBuffer] : []);
});
