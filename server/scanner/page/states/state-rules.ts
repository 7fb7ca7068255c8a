import { readingRules, rulesInView } from "../views/view-rules";

/** Returns the rules to run on the part of a page that appears in one of its states. */
export const rulesInState = (usual: readonly string[]): string[] => [
  ...rulesInView("narrow", usual),
  ...usual.filter((id) => readingRules.has(id)),
];
