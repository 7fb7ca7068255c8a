import type { FurtherView, View } from "../../views";
import type { AxeFindings, AxeNode, AxeRule } from "../probe/run-axe";

/** What was found in a further view of a page. */
export interface ViewFindings {
  view: FurtherView;
  found: AxeFindings;
}

/** Identifies an element in all views of the page. An element in a frame has the number of its outermost frame. */
const keyOf = ({ element, isInFrame, selector }: AxeNode): string =>
  isInFrame ? `${element} ${selector}` : `${element}`;

/**
 * Returns text by which to recognise an element after the page has recreated it, as some pages do when the window
 * changes.
 */
const lookOf = ({ selector, html }: AxeNode): string => `${selector}\n${html}`;

const inView = (node: AxeNode, view: View): AxeNode => ({ ...node, views: [...(node.views ?? ["usual"]), view] });

const joinRule = (rule: AxeRule, later: AxeRule, toNew: (node: AxeNode) => AxeNode, view: View): AxeRule => {
  const looks = new Map([...rule.incomplete, ...rule.violations].map((node) => [lookOf(node), keyOf(node)]));
  const keys = new Set(looks.values());
  const keyIn = (node: AxeNode): string =>
    keys.has(keyOf(node)) ? keyOf(node) : (looks.get(lookOf(node)) ?? keyOf(node));
  const failing = new Map(later.violations.map((node) => [keyIn(node), node]));
  const unclear = new Map(later.incomplete.map((node) => [keyIn(node), node]));
  const known = new Set(rule.violations.map(keyOf));
  const reviewed = new Set(rule.incomplete.map(keyOf));
  const failed = [...failing].flatMap(([key, node]) => (known.has(key) ? [] : [toNew(node)]));
  const toReview = [...unclear].flatMap(([key, node]) => (known.has(key) || reviewed.has(key) ? [] : [toNew(node)]));
  const nowFailing = rule.incomplete.filter((node) => failing.has(keyOf(node)));
  return {
    ...rule,
    failed: rule.failed + failed.length,
    review: rule.review + toReview.length - nowFailing.length,
    violations: [...rule.violations.map((node) => (failing.has(keyOf(node)) ? inView(node, view) : node)), ...failed],
    incomplete: [
      ...rule.incomplete
        .filter((node) => !nowFailing.includes(node))
        .map((node) => (unclear.has(keyOf(node)) ? inView(node, view) : node)),
      ...toReview,
    ],
  };
};

/**
 * Adds the findings in a further view to those in the usual view. If a rule reports an element in several views, the
 * result is one finding that lists these views. If the element fails in one view and needs review in another, the
 * finding is a failure.
 */
export const joinView = (usual: AxeFindings, { view, found }: ViewFindings): AxeFindings => {
  const offset = usual.places.length;
  const shift = (place: number | null): number | null => (place === null ? null : place + offset);
  const toNew = (node: AxeNode): AxeNode => ({ ...node, place: shift(node.place), views: [view] });
  const later = new Map(found.rules.map((rule) => [rule.id, rule]));
  return {
    ...usual,
    rules: usual.rules.map((rule) => {
      const other = later.get(rule.id);
      return other ? joinRule(rule, other, toNew, view) : rule;
    }),
    places: [...usual.places, ...found.places.map((place) => ({ ...place, parent: shift(place.parent) }))],
  };
};
