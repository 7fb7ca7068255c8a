import type { Tab } from "../../browser/open-tab";
import { callProbeWithRetry } from "../call-probe-with-retry";
import { callWithNodes } from "../isolated-world";
import { callProbeWithNodes } from "../probe/probe-script";

interface DomNode {
  backendNodeId: number;
  shadowRootType?: string;
  children?: DomNode[];
  shadowRoots?: DomNode[];
}

const MAX_ROOTS = 200;

/** Returns the backend node ids of the closed shadow roots in a document, outermost first. */
const findClosedRoots = (document: DomNode): number[] => {
  const found: number[] = [];
  const left = [document];
  for (let node = left.pop(); node && found.length < MAX_ROOTS; node = left.pop()) {
    if (node.shadowRootType === "closed") found.push(node.backendNodeId);
    for (const each of [...(node.children ?? []), ...(node.shadowRoots ?? [])].reverse()) left.push(each);
  }
  return found;
};

/** Lets our scripts read the closed shadow roots of a page. The page's own scripts can't tell. */
export const readClosedRoots = async (tab: Tab): Promise<void> => {
  if (!(await callProbeWithRetry(tab, "mayHaveClosedRoots"))) return;
  // Frames have documents of their own, which are left out: they are neither children nor shadow roots.
  const { root } = await tab.cdp.send("DOM.getDocument", { depth: -1, pierce: true });
  await tab.cdp.send("DOM.disable");
  const roots = findClosedRoots(root);
  if (roots.length > 0) await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes("noteClosedRoots"), roots);
};
