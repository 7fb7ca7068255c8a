import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import type { FixRejection, PageChange } from "../fix-page-contract";
import { findTreeChange, listInside, readAccessibilityTree } from "./accessibility-tree";
import { callFixTool, findToolObject } from "./call-tool";
import type { ChangeKind, LayoutChange } from "./in-page/watch-layout";
import { missingIn, Numbers, type PageFinding, type PageFindings, readFindings, ruleSetFor } from "./read-findings";

/** A change to try on a page. */
export interface Candidate {
  kind: ChangeKind;
  /** The elements that the change is for. */
  elements: readonly number[];
  /** Maximum distance in CSS pixels by which other elements may move. */
  mayMove: number;
  /** Applies the change. Returns null if that isn't possible. */
  apply(): Promise<Applied | null>;
}

export interface Applied {
  undo: () => Promise<void>;
  change: PageChange;
}

export type Trial =
  | {
      accepted: true;
      change: PageChange;
      before: PageFindings;
      after: PageFindings;
      cleared: PageFinding[];
      moved: number;
    }
  | {
      accepted: false;
      reason: FixRejection;
      detail: string;
      /** The colour scheme in which the change was rejected; missing if the change was tried in only one. */
      scheme?: "light" | "dark";
    };

const Layout: z.ZodType<LayoutChange> = z.object({
  changed: z.number(),
  moved: z.number(),
  resized: z.number(),
  isWider: z.boolean(),
  isMixed: z.boolean(),
});

const MAX_HEIGHT = 12_000;
/** Pause before another screenshot, long enough for a page that keeps changing by itself to change again. */
const MOVING_MS = 1_000;

const takePicture = async ({ cdp }: Tab): Promise<string> => {
  const { cssContentSize } = await cdp.send("Page.getLayoutMetrics");
  const { width, height } = cssContentSize;
  const clip = { x: 0, y: 0, width, height: Math.min(MAX_HEIGHT, height), scale: 1 };
  return (await cdp.send("Page.captureScreenshot", { format: "png", clip, captureBeyondViewport: true })).data;
};

/**
 * Reports whether the page looks different from an earlier screenshot. Returns false if two new screenshots differ,
 * because screenshots of a page that changes by itself can't be compared; the page's boxes and colours have already
 * been compared.
 */
const isVisiblyChanged = async (tab: Tab, picture: string): Promise<boolean> => {
  const now = await takePicture(tab);
  if (now === picture) return false;
  await sleep(MOVING_MS);
  return now === (await takePicture(tab));
};

const rejected = (reason: FixRejection, detail: string): Trial => ({ accepted: false, reason, detail });

/**
 * Rules that report only the outermost failing elements. When such an element passes, elements inside it may fail
 * instead. A change therefore breaks these rules only if more elements fail.
 */
const countedRules = ["region"];

const findBroken = (before: PageFindings, after: PageFindings): PageFinding | undefined => {
  const count = (findings: PageFindings, rule_id: string): number =>
    [...findings.values()].filter((each) => each.rule_id === rule_id && each.outcome === "failed").length;
  return missingIn(after, before).find(
    ({ rule_id }) => !countedRules.includes(rule_id) || count(after, rule_id) > count(before, rule_id),
  );
};

/** Compares the findings before and after a change. Returns null if the change is acceptable. */
const checkFindings = (before: PageFindings, after: PageFindings, targets: readonly PageFinding[]): Trial | null => {
  const findLeft = (target: PageFinding): PageFinding | undefined =>
    [...after.values()].find((each) => each.rule_id === target.rule_id && each.element === target.element);
  const left = targets.map(findLeft);
  if (left.every((each) => each !== undefined)) return rejected("still_fails", left[0]?.summary ?? "");
  const broken = findBroken(before, after);
  if (broken) return rejected("breaks_rule", `${broken.rule_id}: ${broken.summary}`);
  const [doubtful] = missingIn(after, before, "needs review").filter(({ rule_id }) =>
    targets.some((target) => target.rule_id === rule_id),
  );
  return doubtful ? rejected("still_fails", doubtful.summary) : null;
};

const checkLayout = ({ moved, resized, isWider, isMixed }: LayoutChange, { mayMove }: Candidate): Trial | null => {
  if (isWider) return rejected("layout", "The page would become wider.");
  if (isMixed) return rejected("layout", "Elements that have different colours would get the same colour.");
  if (resized > 0) return rejected("layout", "Other elements would change size.");
  return moved > mayMove ? rejected("layout", `Other elements would move by ${moved} pixels.`) : null;
};

const findBackendNodes = async (tab: Tab, elements: readonly number[]): Promise<number[]> => {
  const nodes: number[] = [];
  for (const element of elements) {
    const objectId = await findToolObject(tab, element);
    if (objectId !== null) nodes.push((await tab.cdp.send("DOM.describeNode", { objectId })).node.backendNodeId);
  }
  return nodes;
};

/**
 * Returns the nodes whose markup the change is meant to affect. For a change to the structure, these are only the
 * elements themselves, without their content.
 */
const listOwn = async (tab: Tab, { kind, elements }: Candidate): Promise<number[]> => {
  if (kind === "structure") return findBackendNodes(tab, elements);
  if (kind !== "markup") return [];
  const nodes: number[] = [];
  for (const element of elements) {
    const object = await findToolObject(tab, element);
    if (object !== null) nodes.push(...(await listInside(tab.cdp, object)));
  }
  return nodes;
};

/** Returns the nodes that an applied change affects. `own` contains the nodes from `listOwn` before the change. */
const listChanged = async (tab: Tab, candidate: Candidate, own: readonly number[]): Promise<Set<number>> => {
  const now = await listOwn(tab, candidate);
  if (candidate.kind !== "structure") return new Set([...own, ...now]);
  const touched = await findBackendNodes(tab, Numbers.parse(await callFixTool(tab, "touched")));
  const replaced = own.filter((node) => !now.includes(node));
  return new Set([...replaced, ...touched]);
};

/**
 * Runs the rules that need a narrow window, first without and then with the change. Nothing else can be tried on the
 * page afterwards, because its scripts may react to the window's size.
 */
export const findNarrowFailure = async (tab: Tab, candidate: Candidate): Promise<string | null> => {
  const before = await readFindings(tab, "narrow");
  const applied = await candidate.apply();
  if (!applied) return "The change couldn't be applied to this page.";
  const [broken] = missingIn(await readFindings(tab, "narrow"), before);
  return broken ? `${broken.rule_id}: ${broken.summary}` : null;
};

/**
 * Applies a change, undoes it, and returns the first link or button whose contrast on hover or focus becomes too low
 * because of the change.
 */
export const findStateFailure = async (tab: Tab, candidate: Candidate): Promise<string | null> => {
  const before = await readFindings(tab, "states");
  const applied = await candidate.apply();
  if (!applied) return "The change couldn't be applied to this page.";
  try {
    const [broken] = missingIn(await readFindings(tab, "states"), before);
    return broken ? `${broken.rule_id}: ${broken.summary}` : null;
  } finally {
    await applied.undo();
    await callFixTool(tab, "calm");
  }
};

/**
 * Tries a change and undoes it. The change is accepted if the rule passes on at least one of the elements, no other
 * rule starts to fail, the rest of the page looks the same, and its accessibility tree stays the same except for the
 * changed elements and the names and states of the elements around them. There must be at least one target, and all
 * targets must be findings for the same rule.
 */
export const tryChange = async (
  tab: Tab,
  candidate: Candidate,
  targets: readonly PageFinding[],
  before: PageFindings,
): Promise<Trial> => {
  const own = await listOwn(tab, candidate);
  await callFixTool(tab, "remember");
  const applied = await candidate.apply();
  if (!applied) return rejected("not_applied", "The change couldn't be applied to this page.");
  let after: PageFindings;
  let layout: LayoutChange;
  let tree: Awaited<ReturnType<typeof readAccessibilityTree>>;
  let changed: Set<number>;
  let picture = "";
  try {
    await callFixTool(tab, "calm");
    after = await readFindings(tab, ruleSetFor(targets[0]?.rule_id ?? ""));
    // Ends transitions that started when elements lost focus.
    await callFixTool(tab, "calm");
    layout = Layout.parse(await callFixTool(tab, "compare", candidate.kind, candidate.elements));
    const rejection = checkFindings(before, after, targets) ?? checkLayout(layout, candidate);
    if (rejection) return rejection;
    changed = await listChanged(tab, candidate, own);
    tree = await readAccessibilityTree(tab.cdp);
    await callFixTool(tab, "hide", candidate.kind);
    if (layout.moved === 0) picture = await takePicture(tab);
  } finally {
    await applied.undo();
    await callFixTool(tab, "calm");
  }
  try {
    if (layout.moved === 0 && (await isVisiblyChanged(tab, picture)))
      return rejected("pixels", "Other parts of the page would look different.");
  } finally {
    await callFixTool(tab, "show");
  }
  const change = findTreeChange(await readAccessibilityTree(tab.cdp), tree, changed);
  if (change) return rejected("tree", change);
  const cleared = missingIn(before, after);
  return { accepted: true, change: applied.change, before, after, cleared, moved: layout.moved };
};
