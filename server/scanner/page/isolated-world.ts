import type { CDPSession } from "playwright-core";

/** The name of our isolated world, which is visible only in DevTools. */
const WORLD_NAME = "curbcut";
const MAX_MESSAGE = 500;
const OBJECTS = "curbcut";

/**
 * Runs a script in every page and frame of a tab, before the page's scripts, in an isolated world. The world shares the
 * document with the page, but no built-ins, globals or prototypes. The page therefore can't affect the script by
 * replacing them.
 */
export const installApart = async (cdp: CDPSession, source: string): Promise<void> => {
  await cdp.send("Page.enable");
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName: WORLD_NAME });
};

/** Runs a script in every page and frame of a tab, before the page's own scripts and in the same world. */
export const installInPage = async (cdp: CDPSession, source: string): Promise<void> => {
  await cdp.send("Page.enable");
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source });
};

const worldOf = async (cdp: CDPSession, frameId: string): Promise<number> => {
  const { executionContextId } = await cdp.send("Page.createIsolatedWorld", { frameId, worldName: WORLD_NAME });
  return executionContextId;
};

/**
 * Our world in the current document of a tab. `uniqueId` is null until it is known. The number that `worldOf` returns
 * can't be kept: after a navigation to another process, it may refer to the world of the page's own scripts.
 */
interface TabWorld {
  uniqueId: string | null;
}

const tabWorlds = new WeakMap<CDPSession, Promise<TabWorld>>();

/**
 * Starts keeping track of our world in a tab. Leaves the Runtime domain enabled, because disabling it again would keep
 * our scripts out of frames that have no scripts.
 */
const watchWorld = async (cdp: CDPSession, frameId: string): Promise<TabWorld> => {
  const world: TabWorld = { uniqueId: null };
  cdp.on("Runtime.executionContextCreated", ({ context: { name, uniqueId, auxData } }) => {
    if (name === WORLD_NAME && Reflect.get(auxData ?? {}, "frameId") === frameId) world.uniqueId = uniqueId;
  });
  await cdp.send("Runtime.enable");
  return world;
};

/** Returns the unique id of our world. Throws if the tab navigates at the same time. */
const findWorld = async (cdp: CDPSession, frameId: string): Promise<string> => {
  const watching = tabWorlds.get(cdp) ?? watchWorld(cdp, frameId);
  tabWorlds.set(cdp, watching);
  const world = await watching;
  if (world.uniqueId === null) await worldOf(cdp, frameId);
  if (world.uniqueId === null) throw new Error("Cannot find context: the tab has navigated.");
  return world.uniqueId;
};

const clearWorld = async (cdp: CDPSession, uniqueId: string): Promise<void> => {
  const world = await tabWorlds.get(cdp);
  if (world?.uniqueId === uniqueId) world.uniqueId = null;
};

interface Evaluation {
  expression: string;
  awaitPromise?: boolean;
  returnByValue?: boolean;
  objectGroup?: string;
  timeout?: number;
}

/**
 * Evaluates an expression once in our isolated world for a frame. If that world no longer exists because the tab has
 * navigated, uses the new one.
 */
const evaluateIn = async (cdp: CDPSession, frameId: string, evaluation: Evaluation) => {
  const evaluate = (uniqueContextId: string) => cdp.send("Runtime.evaluate", { ...evaluation, uniqueContextId });
  const uniqueId = await findWorld(cdp, frameId);
  return evaluate(uniqueId).catch(async (error: unknown) => {
    if (!(error instanceof Error && error.message.includes("uniqueContextId not found"))) throw error;
    await clearWorld(cdp, uniqueId);
    return evaluate(await findWorld(cdp, frameId));
  });
};

/**
 * Thrown when one of our scripts fails in a page, for example because a form has a field whose name hides one of the
 * form's properties.
 */
export class PageScriptError extends Error {
  override readonly name = "PageScriptError";
}

/**
 * Throws PageScriptError if the script exceeded its time limit, which Chromium reports as an internal error. Throws any
 * other error unchanged.
 */
const throwIfEnded = (error: unknown): never => {
  if (error instanceof Error && error.message.includes("Internal error"))
    throw new PageScriptError("The script took too long.");
  throw error;
};

/**
 * Evaluates an expression in our isolated world for a frame. The result has passed through JSON and is untrusted.
 * Throws PageScriptError if the expression throws, or runs for longer than `timeout` milliseconds without yielding.
 */
export const evaluateApart = async (
  cdp: CDPSession,
  frameId: string,
  expression: string,
  timeout?: number,
): Promise<unknown> => {
  const evaluation = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await (timeout === undefined
    ? evaluateIn(cdp, frameId, evaluation)
    : evaluateIn(cdp, frameId, { ...evaluation, timeout }).catch(throwIfEnded));
  if (!exceptionDetails) return result.value;
  const message = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new PageScriptError(message.slice(0, MAX_MESSAGE));
};

/**
 * Returns the id of the object that an expression evaluates to in our isolated world for a frame; null if the result
 * isn't an object.
 */
export const findObjectApart = async (cdp: CDPSession, frameId: string, expression: string): Promise<string | null> => {
  const { result } = await evaluateIn(cdp, frameId, { expression, objectGroup: OBJECTS });
  return result.objectId ?? null;
};

/** Returns the ids of the objects in the array that an expression evaluates to in our isolated world for a frame. */
export const listObjectsApart = async (cdp: CDPSession, frameId: string, expression: string): Promise<string[]> => {
  const contextId = await worldOf(cdp, frameId);
  const { result: array } = await cdp.send("Runtime.evaluate", { expression, contextId, objectGroup: OBJECTS });
  if (array.objectId === undefined) return [];
  const { result } = await cdp.send("Runtime.getProperties", { objectId: array.objectId, ownProperties: true });
  return result.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []));
};

/** An event that an element listens for. `node` is the element's backend node id. */
export interface Listener {
  event: string;
  node: number;
}

/**
 * Returns the listeners of all elements in a page, including those added by the page's scripts, which scripts in an
 * isolated world can't see. Listeners on the window are listed under the document.
 */
export const listListeners = async (cdp: CDPSession): Promise<Listener[]> => {
  // Evaluated in the page's own world, where scripts can't replace these two names. If the document comes from an
  // isolated world, this version of Chromium later crashes on pages with frames.
  const [documentId, windowId] = await Promise.all(
    ["document", "window"].map(async (expression) => {
      const { result } = await cdp.send("Runtime.evaluate", { expression, objectGroup: OBJECTS });
      return result.objectId;
    }),
  );
  if (documentId === undefined || windowId === undefined) return [];
  const { node } = await cdp.send("DOM.describeNode", { objectId: documentId });
  const all = { objectId: documentId, depth: -1, pierce: true };
  const { listeners } = await cdp.send("DOMDebugger.getEventListeners", all);
  const onWindow = await cdp.send("DOMDebugger.getEventListeners", { objectId: windowId });
  await cdp.send("Runtime.releaseObjectGroup", { objectGroup: OBJECTS });
  return [
    ...listeners.flatMap(({ type, backendNodeId }) =>
      backendNodeId === undefined ? [] : [{ event: type, node: backendNodeId }],
    ),
    ...onWindow.listeners.map(({ type }) => ({ event: type, node: node.backendNodeId })),
  ];
};

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}

const idsIn = ({ childFrames = [] }: FrameTree): string[] =>
  childFrames.flatMap((child) => [child.frame.id, ...idsIn(child)]);

/** Returns the ids of the frames in a page, except those in another process. */
export const listFrames = async (cdp: CDPSession): Promise<string[]> => {
  const { frameTree } = await cdp.send("Page.getFrameTree");
  return idsIn(frameTree);
};

/** Returns the elements that listen for at least one of these events. */
export const nodesThatListen = (listeners: readonly Listener[], events: readonly string[]): number[] => [
  ...new Set(listeners.flatMap(({ event, node }) => (events.includes(event) ? [node] : []))),
];

export interface CallWithNodes {
  functionDeclaration: string;
  /** Backend node ids. */
  nodes: readonly number[];
}

/**
 * Calls functions in our isolated world, each with the elements that have these backend node ids. Omits elements that
 * no longer exist.
 */
export const callEachWithNodes = async (
  cdp: CDPSession,
  frameId: string,
  calls: readonly CallWithNodes[],
): Promise<void> => {
  const executionContextId = await worldOf(cdp, frameId);
  const found = new Map<number, string>();
  const resolve = async (backendNodeId: number): Promise<void> => {
    const { object } = await cdp.send("DOM.resolveNode", { backendNodeId, executionContextId, objectGroup: OBJECTS });
    if (object.objectId) found.set(backendNodeId, object.objectId);
  };
  const all = [...new Set(calls.flatMap(({ nodes }) => nodes))];
  await Promise.all(all.map((node) => resolve(node).catch(() => undefined)));
  for (const { functionDeclaration, nodes } of calls) {
    const ids = nodes.flatMap((node) => found.get(node) ?? []);
    const objects = ids.map((objectId) => ({ objectId }));
    await cdp.send("Runtime.callFunctionOn", { functionDeclaration, executionContextId, arguments: objects });
  }
  await cdp.send("Runtime.releaseObjectGroup", { objectGroup: OBJECTS });
};

/** Like `callEachWithNodes`, but calls a single function. */
export const callWithNodes = (
  cdp: CDPSession,
  frameId: string,
  functionDeclaration: string,
  nodes: readonly number[],
): Promise<void> => callEachWithNodes(cdp, frameId, [{ functionDeclaration, nodes }]);
