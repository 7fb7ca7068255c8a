import { readlinkSync } from "node:fs";
import os from "node:os";
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { inLanguage } from "@/messages/runtime/in-language";
import { addCatalogue, type Catalogue } from "@/messages/runtime/language";
import { type DocumentRequest, renderDocument } from "./documents/render-document";

export type WorkerGreeting = { thread: string };
/**
 * A request in a language other than the source language includes that language's catalogue, because each thread has
 * its own catalogues.
 */
export type WorkerRequest = DocumentRequest & { id: number; language: string; catalogue: Catalogue | undefined };
export type WorkerReply =
  | { id: number; file: Uint8Array<ArrayBuffer>; cpu_ms: number; heap_mb: number }
  | { id: number; error: { message: string; stack: string | undefined } };

const answer = async ({ id, language, catalogue, ...request }: WorkerRequest): Promise<WorkerReply> => {
  const before = process.cpuUsage();
  try {
    if (catalogue) addCatalogue(language, catalogue);
    const file = await inLanguage(language, () => renderDocument(request));
    const { user, system } = process.cpuUsage(before);
    const heap_mb = getHeapStatistics().total_heap_size / 1_000_000;
    return { id, file: new Uint8Array(file), cpu_ms: (user + system) / 1_000, heap_mb };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { message, stack } };
  }
};

/** With this niceness, a thread gets a third of the processor time of a normal thread; with the highest, hardly any. */
const NICENESS = 5;

// Lowers the priority of this thread, so that API requests come first. On systems other than Linux, this would affect
// the whole process.
if (process.platform === "linux") os.setPriority(0, NICENESS);

/** Sends the parent the directory in which the kernel reports this thread's processor time. Only Linux has one. */
if (process.platform === "linux") parentPort?.postMessage({ thread: `/proc/${readlinkSync("/proc/thread-self")}` });

parentPort?.on("message", async (request: WorkerRequest) => {
  const reply = await answer(request);
  parentPort?.postMessage(reply, "file" in reply ? [reply.file.buffer] : []);
});
