import { createHash } from "node:crypto";
import { compileExpression, evaluate } from "./evaluate";
import { canonicalJson } from "./sign-request";
import { nextTick } from "./time";
import { FunctionConfig, type JobEvent } from "./wire";

const maxPrioritySeconds = 600;
const defaultRetries = 3;

export interface ConcurrencyLimit {
  /** Jobs with the same key share the limit. */
  key: string;
  max: number;
}

export interface Registry {
  functions: ReadonlyMap<string, FunctionConfig>;
  hasLimits: boolean;
  startedBy(event: JobEvent): FunctionConfig[];
  cancelledBy(eventName: string): FunctionConfig[];
  crons(): { fn_id: string; line: string }[];
}

const digest = (value: unknown): string =>
  createHash("sha256")
    .update(canonicalJson(value ?? null))
    .digest("base64url");

const limitList = ({ concurrency }: FunctionConfig) => {
  if (concurrency === undefined) return [];
  if (typeof concurrency === "number") return [{ limit: concurrency, scope: "fn" as const, key: undefined }];
  return Array.isArray(concurrency) ? concurrency : [concurrency];
};

/** Returns the concurrency limits of a run started by `event`; a limit of 0 means unlimited, as on Inngest. */
export const limitsOf = (config: FunctionConfig, event: JobEvent): ConcurrencyLimit[] =>
  limitList(config)
    .filter(({ limit }) => limit > 0)
    .map(({ limit, key, scope }) => ({
      max: limit,
      key: `${scope === "fn" ? config.id : scope}|${key ? digest([key, evaluate(key, { event })]) : ""}`,
    }));

/**
 * Returns the idempotency key, or null if the function doesn't set one. A second run with the same key within 24 hours
 * is skipped.
 */
export const idempotencyKey = ({ idempotency }: FunctionConfig, event: JobEvent): string | null => {
  const value = idempotency ? evaluate(idempotency, { event }) : undefined;
  return value === undefined ? null : digest(value);
};

/** Returns the number of seconds by which a run moves forward in the queue; a negative number moves it back. */
export const priorityOf = ({ priority }: FunctionConfig, event: JobEvent): number => {
  const value = priority?.run ? Number(evaluate(priority.run, { event })) : 0;
  return Number.isFinite(value) ? Math.round(Math.max(-maxPrioritySeconds, Math.min(maxPrioritySeconds, value))) : 0;
};

export const maxAttempts = ({ steps }: FunctionConfig): number => (steps.step.retries?.attempts ?? defaultRetries) + 1;

const nameMatches = (pattern: string, name: string): boolean =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

const checkOptions = (raw: object, id: string): void => {
  const unknown = Object.keys(raw).filter((key) => !(key in FunctionConfig.shape));
  if (unknown.length > 0)
    throw new Error(`The job ${id} uses ${unknown.join(", ")}, which needs a real Inngest server.`);
};

const checkExpressions = (config: FunctionConfig): void => {
  const triggers = config.triggers.flatMap((trigger) => ("event" in trigger ? [trigger.expression] : []));
  const cancels = (config.cancel ?? []).map((cancel) => cancel.if);
  const keys = limitList(config).map(({ key }) => key);
  for (const expression of [config.idempotency, config.priority?.run, ...triggers, ...cancels, ...keys])
    if (expression) compileExpression(expression);
  for (const trigger of config.triggers) if ("cron" in trigger) nextTick(trigger.cron);
};

const readConfig = (raw: unknown): FunctionConfig => {
  const id = (raw as { id?: unknown } | null)?.id;
  const name = typeof id === "string" ? id : "(no id)";
  if (typeof raw === "object" && raw !== null) checkOptions(raw, name);
  const parsed = FunctionConfig.safeParse(raw);
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
    throw new Error(`The job ${name} has options that need a real Inngest server: ${paths}.`);
  }
  try {
    checkExpressions(parsed.data);
  } catch (error) {
    throw new Error(`The job ${name} is misconfigured: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return parsed.data;
};

/**
 * Reads the functions' configurations, as the SDK sends them to Inngest. If the embedded job engine doesn't support an
 * option, throws an error that names the function.
 */
export const createRegistry = (list: readonly unknown[]): Registry => {
  const configs = list.map(readConfig);
  const startedBy = (event: JobEvent): FunctionConfig[] =>
    configs.filter(({ triggers }) =>
      triggers.some(
        (trigger) =>
          "event" in trigger &&
          nameMatches(trigger.event, event.name) &&
          (!trigger.expression || evaluate(trigger.expression, { event }) === true),
      ),
    );
  return {
    functions: new Map(configs.map((config) => [config.id, config])),
    hasLimits: configs.some((config) => limitList(config).length > 0),
    startedBy,
    cancelledBy: (eventName) => configs.filter(({ cancel }) => cancel?.some(({ event }) => event === eventName)),
    crons: () =>
      configs.flatMap(({ id, triggers }) =>
        triggers.flatMap((trigger) => ("cron" in trigger ? [{ fn_id: id, line: trigger.cron }] : [])),
      ),
  };
};
