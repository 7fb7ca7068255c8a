import type { z } from "zod";
import type { ReportData } from "./report-data";

const sections = [
  ...["website", "audit", "scores", "summary", "pages", "issues", "criteria"],
  ...["performance", "seo", "quality", "branding"],
] as const;

/** Hints on where to send data that other tools write under these keys. */
const hints: Readonly<Record<string, string>> = {
  violations: "Send axe-core violations as issues.",
  accessibility: "Send the accessibility score as scores.accessibility.",
  categories: "Send Lighthouse categories as scores, from 0 to 100.",
};

const namedKeys = 5;

const missingSections = (data: ReportData): string | null => {
  if (sections.some((name) => (data[name] ?? null) !== null)) return null;
  const keys = Object.keys(data).filter((key) => !sections.some((name) => name === key));
  const found = keys.length === 0 ? "nothing" : keys.slice(0, namedKeys).join(", ");
  const hint = keys.flatMap((key) => hints[key] ?? [])[0];
  return [
    `This isn't report data. It needs at least one of ${sections.join(", ")}. Found: ${found}.`,
    ...(hint ? [hint] : []),
    "See docs/report-service.md.",
  ].join(" ");
};

type Scores = Record<string, unknown> | null | undefined;

const areas = ["accessibility", "performance", "seo", "quality"] as const;

/**
 * Returns the areas whose scores seem to use a scale from 0 to 1 instead of 0 to 100. These are the areas with a score
 * between 0 and 1, unless another area's score is above 1.
 */
const fractionsOf = (scores: Scores): string[] => {
  const known = areas.flatMap((area) => {
    const score = scores?.[area];
    return typeof score === "number" ? [{ area, score }] : [];
  });
  if (known.some(({ score }) => score > 1)) return [];
  return known.filter(({ score }) => score > 0 && score < 1).map(({ area }) => area);
};

const scorePaths = ({ scores, pages, ...data }: ReportData): (string | number)[][] => [
  ...fractionsOf(scores).map((area) => ["scores", area]),
  ...(pages ?? []).flatMap((page, index) => fractionsOf(page.scores).map((area) => ["pages", index, "scores", area])),
  ...(["performance", "seo", "quality"] as const).flatMap((area) =>
    fractionsOf({ [area]: data[area]?.["score"] }).length > 0 ? [[area, "score"]] : [],
  ),
];

/** Maximum number of paths in an error response. */
const maxPaths = 20;

/** Rejects data of a different shape, because its report would say little more than "not measured". */
export const refuseOtherShapes = (data: ReportData, context: z.RefinementCtx): void => {
  const missing = missingSections(data);
  if (missing) context.addIssue({ code: "custom", message: missing });
  for (const path of scorePaths(data).slice(0, maxPaths))
    context.addIssue({ code: "custom", path, message: "Scores range from 0 to 100. Send 71, not 0.71." });
};
