import type { FurtherView } from "../../views";
import { engineOf, needsReviewOnly, ruleCatalogue } from "../rule-catalogue";

/** Rules whose outcome depends on colours. */
const colourRules = new Set(["color-contrast", "color-contrast-enhanced", "link-in-text-block"]);

/**
 * Returns the rules to run again in a further view. In the narrow window, these are axe-core's rules with success
 * criteria, because other elements may be visible there. Our own rules aren't run again, because they report what was
 * observed in the usual view.
 */
export const rulesInView = (view: FurtherView, usual: readonly string[]): string[] =>
  usual.filter((id) =>
    view === "dark"
      ? colourRules.has(id)
      : engineOf(id) === "axe-core" && !needsReviewOnly(id) && (ruleCatalogue.get(id)?.wcag.length ?? 0) > 0,
  );
