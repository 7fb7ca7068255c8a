import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import { callFixTool } from "./call-tool";
import type { Box } from "./in-page/read-box";
import type { PageFinding } from "./read-findings";
import type { StyleProposal } from "./style-candidate";

const length = z.number().min(-10_000).max(1_000_000);
const BoxAnswer: z.ZodType<Box> = z.object({
  width: length,
  height: length,
  padding: z.array(length).length(4),
  margin: z.array(length).length(4),
  display: z.string().max(50),
});

/** Minimum size of a target in CSS pixels (WCAG 2.2, success criterion 2.5.8). */
const TARGET = 24;
/**
 * Maximum distance in CSS pixels by which other elements may move. When the targets in a list grow, each of them moves
 * the elements below it by a few pixels.
 */
const MAY_MOVE = 400;

/** Properties that identify the CSS rule to change: the rule that styles a target sets at least one of them. */
const styling = [
  "padding",
  "padding-top",
  "height",
  "min-height",
  "font-size",
  "font",
  "display",
  "line-height",
  "color",
  "text-decoration",
];

const pixels = (value: number): string => `${Math.round(value * 100) / 100}px`;
const missing = (size: number): number => Math.max(0, Math.ceil(TARGET - size));

/**
 * Returns styles that enlarge the target with padding and reduce the margin by the same amount, so that nothing else
 * moves.
 */
const growInPlace = ({ width, height, padding, margin, display }: Box): Record<string, string> => {
  const [tall, wide] = [missing(height) / 2, missing(width) / 2];
  const sides = (["top", "right", "bottom", "left"] as const).map((side, at) => {
    const more = at % 2 === 0 ? tall : wide;
    return { side, more, padding: (padding[at] ?? 0) + more, margin: (margin[at] ?? 0) - more };
  });
  return Object.fromEntries(
    sides
      .filter(({ more }) => more > 0)
      .flatMap(({ side, padding: inner, margin: outer }) => [
        [`padding-${side}`, pixels(inner)],
        ...(display === "inline" && /top|bottom/.test(side) ? [] : [[`margin-${side}`, pixels(outer)]]),
      ]),
  );
};

/** Returns styles that set the minimum size, which moves the elements that follow. */
const growOutwards = ({ width, height, display }: Box): Record<string, string> => ({
  ...(display === "inline" ? { display: "inline-block" } : {}),
  ...(missing(height) > 0 ? { "min-height": `${TARGET}px` } : {}),
  ...(missing(width) > 0 ? { "min-width": `${TARGET}px` } : {}),
});

/**
 * Proposes sizes for a target that is too small. For each place where the change can be made, sizes that don't move
 * anything else come first.
 */
export const proposeSizes = async (tab: Tab, { element }: PageFinding): Promise<StyleProposal[]> => {
  const box = BoxAnswer.nullable().parse(await callFixTool(tab, "box", element));
  if (!box || missing(box.width) + missing(box.height) === 0) return [];
  const shared = { kind: "spacing", element, styled: element, setBy: styling } as const;
  const [still, moving] = [growInPlace(box), growOutwards(box)];
  return (["rule", "new rule", "attribute"] as const).flatMap((where) => [
    { ...shared, values: still, where },
    { ...shared, values: moving, where, mayMove: MAY_MOVE },
  ]);
};
