import type { Tab } from "../browser/open-tab";
import { evaluateApart, findObjectApart } from "../page/isolated-world";
import { callTool, createFixScript, type FixTools } from "./in-page/fix-script";

/** Calls one of the tools in the page. The result is untrusted. */
export const callFixTool = <Name extends keyof FixTools>(
  { cdp, frameId }: Tab,
  name: Name,
  ...input: Parameters<FixTools[Name]>
): Promise<unknown> => evaluateApart(cdp, frameId, callTool(name, ...input));

/** Returns the object id of an element; null if the element no longer exists. */
export const findToolObject = ({ cdp, frameId }: Tab, element: number): Promise<string | null> =>
  findObjectApart(cdp, frameId, callTool("at", element));

/** Returns the DOM node id of an element; null if the element no longer exists. */
export const findNode = async (tab: Tab, element: number): Promise<number | null> => {
  const objectId = await findToolObject(tab, element);
  if (objectId === null) return null;
  await tab.cdp.send("DOM.getDocument", { depth: 0 });
  const { nodeId } = await tab.cdp.send("DOM.requestNode", { objectId });
  return nodeId;
};

interface StyleSheet {
  url: string;
  /** For an embedded style sheet, the line of the page where the style sheet starts. */
  startLine: number;
  isInPage: boolean;
}

/** A page's style sheets by id. */
export type StyleSheets = ReadonlyMap<string, StyleSheet>;

/** Prepares a loaded page for trials: adds the tools, finishes animations and lists the style sheets. */
export const prepareTrials = async (tab: Tab): Promise<StyleSheets> => {
  const { cdp, frameId } = tab;
  const sheets = new Map<string, StyleSheet>();
  cdp.on("CSS.styleSheetAdded", ({ header }) => {
    const { sourceURL: url, startLine, isInline } = header;
    sheets.set(header.styleSheetId, { url, startLine, isInPage: isInline || url === "" });
  });
  await cdp.send("DOM.enable");
  // The browser lists the style sheets only when the CSS domain is enabled.
  await cdp.send("CSS.disable");
  await cdp.send("CSS.enable");
  await evaluateApart(cdp, frameId, createFixScript());
  await callFixTool(tab, "calm");
  return sheets;
};
