import { z } from "zod";

/** The rule that checks each best practice. */
const rules = {
  "banner-top-level": "landmark-banner-is-top-level",
  "content-in-landmarks": "region",
  "contentinfo-top-level": "landmark-contentinfo-is-top-level",
  "dialog-name": "aria-dialog-name",
  "different-summary": "table-duplicate-name",
  "heading-order": "heading-order",
  "level-one-heading": "page-has-heading-one",
  "main-present": "landmark-one-main",
  "main-top-level": "landmark-main-is-top-level",
  "no-positive-tabindex": "tabindex",
  "one-banner": "landmark-no-duplicate-banner",
  "one-contentinfo": "landmark-no-duplicate-contentinfo",
  "one-main": "landmark-no-duplicate-main",
  "plain-text-role": "aria-text",
  "redundant-alternative": "image-redundant-alt",
  "skip-link-target": "skip-link",
  "suitable-role": "aria-allowed-role",
  "table-header-text": "empty-table-header",
  "tree-item-name": "aria-treeitem-name",
  "unique-access-keys": "accesskeys",
  "unique-landmarks": "landmark-unique",
  "valid-scope": "scope-attr-valid",
  "visible-label-for-field": "label-title-only",
  "zoom-500": "meta-viewport-large",
};

/** The name of a best practice that goes beyond WCAG. */
export const Practice = z.literal(Object.keys(rules));

/** The best practice checked by each rule that has no success criteria. */
export const practiceByRule: ReadonlyMap<string, string> = new Map(
  Object.entries(rules).map(([practice, ruleId]) => [ruleId, practice]),
);
