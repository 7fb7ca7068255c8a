import { toHex } from "@/server/core/contrast";
import type { Tab } from "../browser/open-tab";
import { callFixTool } from "./call-tool";
import { chooseColours, PaintAnswer, readPalette } from "./propose-colours";
import type { PageFinding } from "./read-findings";
import { blend, readRgb } from "./read-rgb";
import type { StyleProposal } from "./style-candidate";

/** Reads the required contrast from our rule's message. */
const readRatio = (summary: string): number => Number(/ instead of ([\d.]{1,5})/.exec(summary)?.[1] ?? 4.5);

/**
 * Proposes opaque colours for placeholders with too little contrast: in the rule with `::placeholder` that sets their
 * colour or opacity, or in a new rule.
 */
export const proposePlaceholders = async (tab: Tab, { element, summary }: PageFinding): Promise<StyleProposal[]> => {
  const paint = PaintAnswer.nullable().parse(await callFixTool(tab, "paintOfPlaceholder", element));
  const [hint, ground] = [readRgb(paint?.colour ?? ""), readRgb(paint?.background ?? "")];
  if (!paint || !hint || ground?.alpha !== 1 || paint.isPicture) return [];
  const seen = blend(hint.rgb, hint.alpha * paint.opacity, ground.rgb);
  const colours = chooseColours(seen, ground.rgb, readRatio(summary), await readPalette(tab));
  return (["rule", "new rule"] as const).flatMap((where) =>
    colours.map((colour) => ({
      kind: "colour" as const,
      element,
      styled: element,
      values: { color: toHex(colour), ...(paint.opacity < 1 ? { opacity: "1" } : {}) },
      setBy: [paint.opacity < 1 ? "opacity" : "color"],
      state: "::placeholder",
      where,
    })),
  );
};
