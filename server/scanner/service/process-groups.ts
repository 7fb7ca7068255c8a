import { readProcessStat } from "@/server/core/process-stat";

/** A group of processes to kill later; `startedAt` distinguishes its leader from a later process with the same id. */
export interface ProcessGroup {
  id: number;
  startedAt: string | null;
}

const MAX_DEPTH = 4;

/** Reports whether a process is suspended, in which case it can't respond. */
export const isStopped = (processId: number): boolean => readProcessStat(processId)?.state.toUpperCase() === "T";

const descendsFrom = (processId: number, ancestor: number): boolean => {
  let current = readProcessStat(processId);
  for (let depth = 0; current && depth < MAX_DEPTH; depth += 1) {
    if (current.parent === ancestor) return true;
    current = readProcessStat(current.parent);
  }
  return false;
};

/**
 * Returns the group of a process that a worker claims to have started, or null if the process isn't a descendant of the
 * worker. An attacker who has taken over the worker mustn't be able to make us kill other processes. Without /proc,
 * assumes that the process leads its group.
 */
export const findGroup = (processId: number, worker: number): ProcessGroup | null => {
  if (process.platform !== "linux") return { id: processId, startedAt: null };
  const stat = readProcessStat(processId);
  if (!stat || stat.group < 2 || !descendsFrom(processId, worker)) return null;
  return { id: stat.group, startedAt: readProcessStat(stat.group)?.startedAt ?? null };
};

/** Kills all processes in a group. */
export const endGroup = ({ id, startedAt }: ProcessGroup): void => {
  const leader = readProcessStat(id);
  if (leader && startedAt !== null && leader.startedAt !== startedAt) return;
  try {
    process.kill(-id, "SIGKILL");
  } catch {
    // The group has already exited.
  }
};
