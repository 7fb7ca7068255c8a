import type { RuleInfo } from "./rule-info";

/**
 * Prefix for the ids of AccessLint rules without a counterpart, so that they differ from the ids of other rules.
 */
const PREFIX = "accesslint-";

/** AccessLint's rules that neither axe-core nor Curbcut has. */
const loneRules: readonly RuleInfo[] = [
  {
    rule_id: `${PREFIX}authentication`,
    impact: "serious",
    tags: ["wcag22aa", "wcag338", "cat.forms"],
    wcag: ["3.3.8"],
    help: "Password fields must work with password managers",
    description: "Ensure that password fields neither turn off autocomplete nor block pasting",
    help_url: "https://www.w3.org/WAI/WCAG22/Understanding/accessible-authentication-minimum.html",
  },
  {
    rule_id: `${PREFIX}image-alt-words`,
    impact: "minor",
    tags: ["best-practice", "cat.text-alternatives"],
    wcag: [],
    help: "Alternative text should not say that it describes an image",
    description: 'Ensure that alternative text does not start with words such as "image of" or "photo of"',
    help_url: "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html",
  },
];

/** AccessLint rules without a counterpart, by id. */
export const secondEngineRules: ReadonlyMap<string, RuleInfo> = new Map(loneRules.map((rule) => [rule.rule_id, rule]));

/**
 * For each AccessLint rule, the rules that look for the same barrier. If only AccessLint finds a barrier, the finding
 * is assigned to the first of these rules. AccessLint's `orientation-lock` and `focus-visible` are left out: they read
 * style sheets, whereas Curbcut's rules rotate the screen and move focus.
 */
const counterparts: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "text-alternatives/img-alt": ["image-alt", "role-img-alt"],
  "text-alternatives/svg-img-alt": ["svg-img-alt", "role-img-alt"],
  "text-alternatives/input-image-alt": ["input-image-alt"],
  "text-alternatives/image-redundant-alt": ["image-redundant-alt"],
  "text-alternatives/image-alt-words": [`${PREFIX}image-alt-words`, "image-filler-name"],
  "text-alternatives/area-alt": ["area-alt"],
  "text-alternatives/object-alt": ["object-alt"],
  "text-alternatives/role-img-alt": ["role-img-alt", "svg-img-alt", "image-alt"],
  "time-based-media/video-captions": ["video-caption"],
  "time-based-media/audio-transcript": ["audio-transcript", "audio-caption"],
  "adaptable/autocomplete-valid": ["autocomplete-valid"],
  "adaptable/list-children": ["list"],
  "adaptable/listitem-parent": ["listitem"],
  "adaptable/dl-children": ["dlitem"],
  "adaptable/definition-list": ["definition-list"],
  "adaptable/aria-required-children": ["aria-required-children"],
  "adaptable/aria-required-parent": ["aria-required-parent"],
  "adaptable/td-headers-attr": ["td-headers-attr"],
  "adaptable/th-has-data-cells": ["th-has-data-cells"],
  "adaptable/td-has-header": ["td-has-header"],
  "adaptable/scope-attr-valid": ["scope-attr-valid"],
  "adaptable/empty-table-header": ["empty-table-header"],
  "distinguishable/meta-viewport": ["meta-viewport", "meta-viewport-large"],
  "distinguishable/letter-spacing": ["avoid-inline-spacing"],
  "distinguishable/line-height": ["avoid-inline-spacing"],
  "distinguishable/word-spacing": ["avoid-inline-spacing"],
  "distinguishable/link-in-text-block": ["link-in-text-block"],
  "distinguishable/color-contrast": ["color-contrast", "placeholder-contrast", "generated-text-contrast"],
  "distinguishable/color-contrast-enhanced": [
    "color-contrast-enhanced",
    "color-contrast",
    "placeholder-contrast",
    "generated-text-contrast",
  ],
  "keyboard-accessible/server-image-map": ["server-side-image-map"],
  "keyboard-accessible/tabindex": ["tabindex", "focus-order"],
  "keyboard-accessible/focus-order": ["focus-order-semantics"],
  "keyboard-accessible/nested-interactive": ["nested-interactive"],
  "keyboard-accessible/scrollable-region": ["scrollable-region-focusable"],
  "keyboard-accessible/accesskeys": ["accesskeys"],
  "enough-time/meta-refresh": ["meta-refresh", "meta-refresh-no-exceptions"],
  "enough-time/meta-refresh-no-exception": ["meta-refresh-no-exceptions", "meta-refresh"],
  "enough-time/blink": ["blink"],
  "enough-time/marquee": ["marquee"],
  "navigable/document-title": ["document-title"],
  "navigable/bypass": ["bypass"],
  "navigable/page-has-heading-one": ["page-has-heading-one"],
  "navigable/heading-order": ["heading-order"],
  "navigable/empty-heading": ["empty-heading"],
  "navigable/p-as-heading": ["p-as-heading", "fake-heading"],
  "navigable/link-name": ["link-name", "area-alt"],
  "navigable/skip-link": ["skip-link"],
  "landmarks/landmark-main": ["landmark-one-main", "landmark-no-duplicate-main"],
  "landmarks/no-duplicate-banner": ["landmark-no-duplicate-banner"],
  "landmarks/no-duplicate-contentinfo": ["landmark-no-duplicate-contentinfo"],
  "landmarks/no-duplicate-main": ["landmark-no-duplicate-main"],
  "landmarks/banner-is-top-level": ["landmark-banner-is-top-level"],
  "landmarks/contentinfo-is-top-level": ["landmark-contentinfo-is-top-level"],
  "landmarks/main-is-top-level": ["landmark-main-is-top-level"],
  "landmarks/complementary-is-top-level": ["landmark-complementary-is-top-level"],
  "landmarks/landmark-unique": ["landmark-unique"],
  "landmarks/region": ["region"],
  "readable/html-has-lang": ["html-has-lang"],
  "readable/html-lang-valid": ["html-lang-valid"],
  "readable/valid-lang": ["valid-lang"],
  "readable/html-xml-lang-mismatch": ["html-xml-lang-mismatch"],
  "labels-and-names/frame-title": ["frame-title"],
  "labels-and-names/frame-title-unique": ["frame-title-unique"],
  "labels-and-names/frame-focusable-content": ["frame-focusable-content"],
  "labels-and-names/form-label": ["label", "select-name", "aria-input-field-name", "aria-toggle-field-name"],
  "labels-and-names/multiple-labels": ["form-field-multiple-labels"],
  "labels-and-names/input-button-name": ["input-button-name"],
  "labels-and-names/label-content-mismatch": ["label-content-name-mismatch"],
  "labels-and-names/label-title-only": ["label-title-only"],
  "labels-and-names/label-placeholder-only": ["visible-label"],
  "labels-and-names/aria-command-name": ["aria-command-name", "button-name", "link-name"],
  "labels-and-names/aria-input-field-name": ["aria-input-field-name", "label", "select-name"],
  "labels-and-names/aria-toggle-field-name": ["aria-toggle-field-name", "label"],
  "labels-and-names/aria-meter-name": ["aria-meter-name"],
  "labels-and-names/aria-progressbar-name": ["aria-progressbar-name"],
  "labels-and-names/aria-dialog-name": ["aria-dialog-name"],
  "labels-and-names/aria-tooltip-name": ["aria-tooltip-name"],
  "labels-and-names/aria-treeitem-name": ["aria-treeitem-name"],
  "labels-and-names/button-name": ["button-name", "aria-command-name", "input-button-name"],
  "labels-and-names/summary-name": ["summary-name"],
  "labels-and-names/duplicate-id-aria": ["duplicate-id-aria"],
  "input-assistance/accessible-authentication": [`${PREFIX}authentication`, "paste-blocked"],
  "aria/aria-roles": ["aria-roles"],
  "aria/aria-valid-attr": ["aria-valid-attr"],
  "aria/aria-valid-attr-value": ["aria-valid-attr-value"],
  "aria/aria-required-attr": ["aria-required-attr"],
  "aria/aria-allowed-attr": ["aria-allowed-attr", "aria-prohibited-attr", "prohibited-name"],
  "aria/aria-allowed-role": ["aria-allowed-role"],
  "aria/aria-hidden-body": ["aria-hidden-body"],
  "aria/aria-hidden-focus": ["aria-hidden-focus"],
  "aria/aria-prohibited-attr": ["aria-prohibited-attr", "prohibited-name", "aria-allowed-attr"],
  "aria/presentation-role-conflict": ["presentation-role-conflict"],
  "aria/presentational-children-focusable": ["nested-interactive"],
};

/** Returns the rules that look for the same barrier as an AccessLint rule, or an empty list if that rule isn't used. */
export const counterpartsOf = (rule: string): readonly string[] => counterparts[rule] ?? [];

/** Returns the AccessLint rules whose first counterpart is one of these rules. */
export const secondEngineRulesFor = (ruleIds: readonly string[]): string[] => {
  const wanted = new Set(ruleIds);
  return Object.entries(counterparts).flatMap(([rule, [first]]) => (wanted.has(first) ? [rule] : []));
};

const known = new Set(Object.values(counterparts).flat());

/** Reports whether any AccessLint rule looks for the same barrier as this rule. */
export const hasCounterpart = (ruleId: string): boolean => known.has(ruleId);

/**
 * Rules about the page as a whole: two findings for such a rule count as the same, whichever elements the engines
 * report.
 */
const pageRules = new Set([
  "accesskeys",
  "bypass",
  "landmark-no-duplicate-banner",
  "landmark-no-duplicate-contentinfo",
  "landmark-no-duplicate-main",
  "landmark-one-main",
  "page-has-heading-one",
]);

/** Rules about nested elements: each engine may report either the outer or the inner element. */
const nestingRules = new Set([
  "aria-hidden-focus",
  "aria-required-children",
  "definition-list",
  "frame-focusable-content",
  "list",
  "nested-interactive",
  "td-has-header",
  "td-headers-attr",
  "th-has-data-cells",
]);

/** Returns which elements two engines may report when they find the same barrier. */
export const scopeOf = (ruleId: string): "page" | "nesting" | "element" => {
  if (pageRules.has(ruleId)) return "page";
  return nestingRules.has(ruleId) ? "nesting" : "element";
};
