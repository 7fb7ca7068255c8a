import type { FurtherView } from "../../views";
import type { AxeFindings } from "../probe/run-axe";
import { engineOf, onlyPersonDecides, ruleCatalogue } from "../rule-catalogue";

/** Rules whose outcome depends on colours. */
const colourRules = new Set(["color-contrast", "color-contrast-enhanced", "link-in-text-block"]);

/**
 * axe-core's rules that don't run again in further views. The results of the first two would need correcting with those
 * of our own rules, which don't run again in the narrow window. `target-size` is left out because whether small targets
 * are too close to each other depends on where lines of text happen to break.
 */
const onceOnly = new Set(["aria-prohibited-attr", "no-autoplay-audio", "target-size"]);

/**
 * Returns the rules to run again in a further view. In the narrow window, these are axe-core's rules with success
 * criteria, because other elements may be visible there. Our own rules aren't run again, because they report what was
 * observed in the usual view.
 */
export const rulesInView = (view: FurtherView, usual: readonly string[]): string[] =>
  usual.filter((id) =>
    view === "dark"
      ? colourRules.has(id)
      : engineOf(id) === "axe-core" &&
        !onceOnly.has(id) &&
        !onlyPersonDecides(id) &&
        (ruleCatalogue.get(id)?.wcag.length ?? 0) > 0,
  );

/** Our own rules that read the page as it is. They run again on what appears on a phone or in a state of the page. */
export const readingRules: ReadonlySet<string> = new Set([
  "field-group",
  "image-file-name",
  "label-elsewhere",
  "label-not-in-name",
  "missing-state",
  "placeholder-contrast",
  "prohibited-name",
  "table-headers",
  "unlinked-label",
  "visible-label",
]);

/** Removes elements whose contrast is unclear, for views and states in which it isn't measured in screenshots. */
export const withoutUnclearContrast = (found: AxeFindings): AxeFindings => ({
  ...found,
  rules: found.rules.map((rule) => (colourRules.has(rule.id) ? { ...rule, review: 0, incomplete: [] } : rule)),
});

/**
 * Returns the rules to run on a phone: those that also run in a state of a page, and `target-size`, because a phone
 * lays out the page as a whole.
 */
export const rulesOnPhone = (usual: readonly string[]): string[] => [
  ...rulesInView("narrow", usual),
  ...usual.filter((id) => readingRules.has(id) || id === "target-size"),
];

/**
 * Returns the rules to run on the part of a page that appears in one of its states. `aria-dialog-name` is the only best
 * practice among them, because dialogs rarely appear otherwise.
 */
export const rulesInState = (usual: readonly string[]): string[] => [
  ...rulesInView("narrow", usual),
  ...usual.filter((id) => readingRules.has(id) || id === "aria-dialog-name"),
];
