import type { Family } from "./contract";

const families: Readonly<Record<Exclude<Family, "fallback">, readonly string[]>> = {
  alt: ["image-alt", "input-image-alt", "area-alt", "role-img-alt", "svg-img-alt", "object-alt"],
  label: ["label", "select-name", "form-field-multiple-labels", "aria-input-field-name", "aria-toggle-field-name"],
  parent: ["aria-required-parent", "listitem", "dlitem"],
};

/** Returns the family whose prompt is used for a rule, or the fallback if the rule doesn't belong to a family. */
export const familyOf = (rule_id: string): Family => {
  for (const family of ["alt", "label", "parent"] as const) if (families[family].includes(rule_id)) return family;
  return "fallback";
};
