import type { AdviceTable, RuleAdvice } from "../contract";

const unlabelledField: RuleAdvice = {
  who: "People who use a screen reader or speak commands can't tell what to enter in these fields.",
  why: 'A field is announced by its label. Without one people hear "edit, blank" and have to guess, and a voice command has nothing to say.',
  fix: "Add a <label> whose for attribute is the field's id. Where no visible label is possible, use aria-label.",
  effort: "small",
  guilty: "tag",
};

export const forms: AdviceTable = {
  label: unlabelledField,
  "aria-input-field-name": unlabelledField,
  "select-name": {
    ...unlabelledField,
    who: "People who use a screen reader or speak commands can't tell what these lists choose.",
  },
  "aria-toggle-field-name": {
    ...unlabelledField,
    who: "People who use a screen reader or speak commands can't tell what these checkboxes and switches turn on.",
  },
  "label-title-only": {
    who: "People who see the form, and many who don't, get no lasting label for these fields.",
    why: "A title shows only under a mouse pointer and is read out by some screen readers only.",
    fix: "Add a visible <label> to each field and keep the title for extra hints, if at all.",
    effort: "small",
    guilty: { attributes: ["title", "aria-describedby"] },
  },
  "form-field-multiple-labels": {
    who: "People who use a screen reader may hear only one of several labels of these fields.",
    why: "Screen readers differ in which label they read when a field has more than one.",
    fix: "Leave one <label> a field, and move hints to aria-describedby.",
    effort: "small",
    guilty: "tag",
  },
  "autocomplete-valid": {
    who: "People who find typing or remembering hard can't have these fields filled in for them.",
    why: "Browsers and aids recognise personal data by the autocomplete value; a wrong one means typing it all by hand.",
    fix: "Use the standard values, such as name, email, tel or postal-code.",
    effort: "small",
    guilty: { attributes: ["autocomplete"] },
  },
  "nested-interactive": {
    who: "People who use a screen reader or a keyboard can't reach controls that are inside other controls.",
    why: "The content of a button or link is flattened into its name, so a control inside it is not announced, or can't be used.",
    fix: "Place the inner control beside the outer one instead of within it.",
    effort: "medium",
    guilty: "tag",
  },
  "target-size": {
    who: "People with a tremor, large fingers or a shaking bus can't hit these controls safely.",
    why: "The targets are smaller than 24 by 24 pixels and too close to others.",
    fix: "Enlarge them by padding to at least 24 by 24 CSS pixels (44 is better), or put more space between them.",
    effort: "medium",
    guilty: "tag",
  },
};
