import type { Change } from "./change";
import { evaluate, holds } from "./evaluate";
import { createRuns, finishRun } from "./runs";
import { lockRun, resolveStep } from "./steps";
import { dueAt } from "./time";
import type { FunctionConfig, JobEvent } from "./wire";

interface Wait {
  run_id: string;
  id: string;
  awaits: string;
  expression: string | null;
}

interface Cancellable {
  id: string;
  fn_id: string;
  event: JobEvent;
  created_at: Date;
}

const names = (events: readonly JobEvent[]): string[] => [...new Set(events.map(({ name }) => name))];

const isAwaited = (wait: Wait, beginning: JobEvent | undefined, event: JobEvent): boolean =>
  event.name === wait.awaits && beginning !== undefined && holds(wait.expression, { event: beginning, async: event });

const resumeWaits = async (change: Change, events: readonly JobEvent[]): Promise<void> => {
  const waits = await change.sql.query<Wait>(
    `select run_id, id, awaits, expression from runner.step
     where status = 'pending' and awaits = any($1::text[]) order by run_id, pos`,
    [names(events)],
  );
  if (waits.length === 0) return;
  const started = await change.sql.query<{ id: string; event: JobEvent }>(
    "select id, event from runner.run where id = any($1::text[])",
    [waits.map((wait) => wait.run_id)],
  );
  const beginnings = new Map(started.map(({ id, event }) => [id, event]));
  for (const wait of waits) {
    const arrived = events.find((event) => isAwaited(wait, beginnings.get(wait.run_id), event));
    if (arrived && (await lockRun(change.sql, wait.run_id)))
      await resolveStep(change, wait.run_id, wait.id, { data: arrived });
  }
};

const isCancelled = (config: FunctionConfig, run: Cancellable, event: JobEvent): boolean =>
  (config.cancel ?? []).some(
    (rule) =>
      rule.event === event.name &&
      (!rule.timeout || dueAt(rule.timeout, run.created_at).getTime() >= Date.now()) &&
      (!rule.if || evaluate(rule.if, { event: run.event, async: event }) === true),
  );

const cancelRuns = async (change: Change, event: JobEvent): Promise<void> => {
  const configs = change.registry.cancelledBy(event.name);
  if (configs.length === 0) return;
  const runs = await change.sql.query<Cancellable>(
    `select id, fn_id, event, created_at from runner.run where fn_id = any($1::text[]) and ended_at is null order by id`,
    [configs.map(({ id }) => id)],
  );
  for (const candidate of runs) {
    if (!configs.some((config) => config.id === candidate.fn_id && isCancelled(config, candidate, event))) continue;
    const run = await lockRun(change.sql, candidate.id);
    const error = { name: "Cancelled", message: `The run was cancelled by ${event.name}.` };
    if (run) await finishRun(change, run, "cancelled", { error });
  }
};

const startRuns = ({ registry }: Change, events: readonly JobEvent[]) =>
  events.flatMap((event) => registry.startedBy(event).map((config) => ({ config, event })));

/**
 * Splits a list of events before each event that cancels runs, so that runs started by earlier events in the list are
 * also cancelled.
 */
const cutBeforeCancels = ({ registry }: Change, events: readonly JobEvent[]): JobEvent[][] => {
  const parts: JobEvent[][] = [[]];
  for (const event of events) {
    if (registry.cancelledBy(event.name).length > 0) parts.push([]);
    parts.at(-1)?.push(event);
  }
  return parts.filter((part) => part.length > 0);
};

/** Routes the change's events: resumes waits, cancels runs and starts runs. Repeats this for the events that result. */
export const routeEvents = async (change: Change): Promise<void> => {
  while (change.events.length > 0) {
    for (const part of cutBeforeCancels(change, change.events.splice(0))) {
      await resumeWaits(change, part);
      const [first] = part;
      if (first) await cancelRuns(change, first);
      await createRuns(change, startRuns(change, part));
    }
  }
};
