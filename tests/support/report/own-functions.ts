/**
 * Imported before pdf.js. Its legacy build, the only one that runs on Node 20, replaces these functions for the whole
 * process with much slower ones, which the code under test would then use too.
 */
const { push } = Array.prototype;
const { toString: source } = Function.prototype;
const { parse, stringify } = JSON;

/** Restores the engine's own functions. */
export const restoreFunctions = (): void => {
  Object.defineProperty(Array.prototype, "push", { value: push });
  Object.defineProperty(Function.prototype, "toString", { value: source });
  Object.assign(JSON, { parse, stringify });
};
