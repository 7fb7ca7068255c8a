import type { Sql } from "@/server/adapters/database/port";
import type { Registry } from "./registry";
import type { JobEvent } from "./wire";

/** A transaction that changes runs, with the events that it emits. They are routed before the transaction commits. */
export interface Change {
  sql: Sql;
  registry: Registry;
  events: JobEvent[];
}

/** The result of a step or a run. */
export type Result = { data: unknown } | { error: unknown };

export const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
