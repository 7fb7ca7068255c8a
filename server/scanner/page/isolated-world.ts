import type { CDPSession } from "playwright-core";

/** Only visible in developer tools. */
const WORLD_NAME = "curbcut";
const MAX_MESSAGE = 500;

/**
 * Runs a script in every page and frame of a tab, before the page's own, in an isolated world: it shares the document
 * with the page but no built-ins, globals or prototypes, so nothing that a page replaces affects it.
 */
export const installApart = async (cdp: CDPSession, source: string): Promise<void> => {
  await cdp.send("Page.enable");
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName: WORLD_NAME });
};

/** Evaluates an expression in that world of a frame. The result has passed through JSON and is untrusted. */
export const evaluateApart = async (cdp: CDPSession, frameId: string, expression: string): Promise<unknown> => {
  const { executionContextId } = await cdp.send("Page.createIsolatedWorld", { frameId, worldName: WORLD_NAME });
  const { result, exceptionDetails } = await cdp.send("Runtime.evaluate", {
    expression,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (!exceptionDetails) return result.value;
  const message = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new Error(message.slice(0, MAX_MESSAGE));
};
