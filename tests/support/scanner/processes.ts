import { readdirSync, readFileSync } from "node:fs";
import { readProcessStat } from "@/server/core/process-stat";

const parentOf = (pid: number): number => readProcessStat(pid)?.parent ?? 0;

export const environmentOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
};

export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

const isUnder = (pid: number, ancestor: number): boolean => {
  for (let at = parentOf(pid); at > 1; at = parentOf(at)) if (at === ancestor) return true;
  return false;
};

export const offspring = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => isUnder(each, pid));

export const browsersOf = (worker: number): number[] =>
  offspring(worker).filter((pid) => commandOf(pid).includes("--headless"));

export const isAlive = (pid: number): boolean => commandOf(pid) !== "";
