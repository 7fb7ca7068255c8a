import { rulesInView } from "../views/view-rules";

/** Our own rules that read the page as it is. They run again on what appears in a state. */
const ownRules = new Set([
  "field-group",
  "image-file-name",
  "placeholder-contrast",
  "prohibited-name",
  "table-headers",
  "visible-label",
]);

/** Returns the rules to run on the part of a page that appears in one of its states. */
export const rulesInState = (usual: readonly string[]): string[] => [
  ...rulesInView("narrow", usual),
  ...usual.filter((id) => ownRules.has(id)),
];
