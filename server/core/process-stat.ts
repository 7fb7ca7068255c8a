import { readFileSync } from "node:fs";

/** Statistics about a process, from /proc/<id>/stat on Linux. */
export interface ProcessStat {
  /** R: running or waiting for a processor, D: waiting for a disk, S: waiting for something else, T: stopped. */
  state: string;
  /** Process id of the parent. */
  parent: number;
  /** Process group id. */
  group: number;
  /** Start time in ticks since boot; distinguishes the process from a later one with the same id. */
  startedAt: string;
  /** The process's own CPU time, in milliseconds. */
  cpuMs: number;
  /** CPU time of its children that have exited and been waited for, in milliseconds. */
  childrenCpuMs: number;
}

/** Linux reports CPU time to user programs in hundredths of a second on every machine. */
const TICK_MS = 10;

/**
 * Returns null when the process or /proc doesn't exist. Parsing starts after the last parenthesis, because the process
 * name in parentheses can contain any character.
 */
export const readProcessStat = (id: number | undefined): ProcessStat | null => {
  if (id === undefined) return null;
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const msOf = (...places: number[]) => places.reduce((sum, place) => sum + Number(fields[place]), 0) * TICK_MS;
    return {
      state: fields[0] ?? "",
      parent: Number(fields[1]),
      group: Number(fields[2]),
      startedAt: fields[19] ?? "",
      cpuMs: msOf(11, 12),
      childrenCpuMs: msOf(13, 14),
    };
  } catch {
    return null;
  }
};
