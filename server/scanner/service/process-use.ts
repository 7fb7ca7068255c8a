import { readdirSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { readProcessStat } from "@/server/core/process-stat";

interface ProcessTime {
  id: number;
  parent: number;
  cpuMs: number;
}

const readTime = (id: number): ProcessTime[] => {
  const stat = readProcessStat(id);
  return stat ? [{ id, parent: stat.parent, cpuMs: stat.cpuMs + stat.childrenCpuMs }] : [];
};

const listProcesses = (): ProcessTime[] => {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .flatMap(readTime);
  } catch {
    return [];
  }
};

/** Returns a process and all its descendants, or an empty list if there is no /proc. */
export const readProcessTree = (root: number): ProcessTime[] => {
  const children = new Map<number, ProcessTime[]>();
  const all = listProcesses();
  for (const process of all) children.set(process.parent, [...(children.get(process.parent) ?? []), process]);
  const tree = all.filter(({ id }) => id === root);
  for (const { id } of tree) tree.push(...(children.get(id) ?? []));
  return tree;
};

const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    // The process has exited in the meantime.
  }
};

const threadsOf = (id: number): number[] => {
  try {
    return readdirSync(`/proc/${id}/task`).map(Number);
  } catch {
    return [id];
  }
};

/**
 * Makes processes yield to others on a busy machine. On Linux, each thread has its own priority; with autogrouping, the
 * group's priority counts instead.
 */
export const lowerPriority = (ids: readonly number[], niceness: number): void => {
  for (const id of ids) {
    for (const thread of threadsOf(id)) attempt(() => setPriority(thread, niceness));
    attempt(() => writeFileSync(`/proc/${id}/autogroup`, String(niceness)));
  }
};
