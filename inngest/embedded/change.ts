import type { Sql } from "@/server/adapters/database/port";
import type { Registry } from "./registry";
import type { JobEvent } from "./wire";

/** One transaction on the state of the runs, and the events it gives rise to, which are routed before it commits. */
export interface Change {
  sql: Sql;
  registry: Registry;
  events: JobEvent[];
}

/** How a step or a run came out. */
export type Result = { data: unknown } | { error: unknown };

export const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
