import { Environment } from "@marcbachmann/cel-js";
import type { JobEvent } from "./wire";

/** `event` started the run; `async` is the event that arrives later (cancelOn, waitForEvent). */
export interface ExpressionInput {
  event: JobEvent;
  async?: JobEvent;
}

type Compiled = (input: ExpressionInput) => unknown;

const cel = new Environment({ unlistedVariablesAreDyn: true });
const compiled = new Map<string, Compiled>();

/**
 * Compiles a CEL expression (github.com/google/cel-spec), the language of Inngest's options. Throws if the expression
 * is malformed.
 */
export const compileExpression = (expression: string): Compiled => {
  const known = compiled.get(expression);
  if (known) return known;
  const fresh = cel.parse(expression) as Compiled;
  compiled.set(expression, fresh);
  return fresh;
};

/** Returns the value of a well-formed expression, or undefined if a key is missing or the types don't match. */
export const evaluate = (expression: string, input: ExpressionInput): unknown => {
  const run = compileExpression(expression);
  try {
    const value = run(input);
    return typeof value === "bigint" ? Number(value) : value;
  } catch {
    return undefined;
  }
};

/** Reports whether a condition is true. A missing condition is treated as true, an undefined value as false. */
export const holds = (expression: string | null | undefined, input: ExpressionInput): boolean =>
  !expression || evaluate(expression, input) === true;
