import type { AdviceTable, RuleAdvice } from "../contract";

const misusedAria = (why: string, fix: string, guilty: RuleAdvice["guilty"] = "tag"): RuleAdvice => ({
  who: "People who use a screen reader are told something wrong, or nothing, about these parts.",
  why,
  fix,
  effort: "medium",
  guilty,
});

export const aria: AdviceTable = {
  "aria-allowed-attr": misusedAria(
    "An ARIA attribute that its role does not know is ignored or misread, so a state such as open or chosen is not announced.",
    "Remove the attribute, or give the element the role that the attribute belongs to.",
  ),
  "aria-allowed-role": misusedAria(
    "The role contradicts what the element is, and browsers then disagree on what to announce.",
    "Use the element that has this meaning by itself, or put the role on a neutral element such as <div>.",
    { attributes: ["role"] },
  ),
  "aria-braille-equivalent": misusedAria(
    "A braille label without an ordinary one leaves everyone who does not read braille with nothing.",
    "Add aria-label or aria-roledescription beside its braille form.",
    { attributes: ["aria-braillelabel", "aria-brailleroledescription"] },
  ),
  "aria-conditional-attr": misusedAria(
    "The attribute is only valid in some cases for this role, and contradicts the element's own state here.",
    "Use the element's own state, such as checked, and remove the ARIA attribute.",
  ),
  "aria-deprecated-role": misusedAria(
    "The role was withdrawn from the standard, and newer software no longer announces it.",
    "Replace it by a current role or element.",
    { attributes: ["role"] },
  ),
  "aria-prohibited-attr": misusedAria(
    "A name on an element that may not have one is dropped by many screen readers.",
    "Give the element a fitting role, or write the text where everyone can read it.",
    { attributes: ["aria-label", "aria-labelledby", "aria-roledescription"] },
  ),
  "aria-required-attr": misusedAria(
    "The role promises a state that is missing, so people can't hear whether something is on, open or how far along it is.",
    "Add the required attribute and keep it up to date by script, or use the native element.",
    { attributes: ["role"] },
  ),
  "aria-required-children": misusedAria(
    "A list, menu, table or tree without its own kind of items is announced as empty.",
    "Give the items the roles that the container expects, with nothing of another kind between.",
    { attributes: ["role"] },
  ),
  "aria-required-parent": misusedAria(
    'An item outside its container loses its place: no "2 of 5", no group, often no role at all.',
    "Put the element inside a parent with the matching role, such as listitem in list or tab in tablist.",
    { attributes: ["role"] },
  ),
  "aria-roledescription": misusedAria(
    "A description of a role only works on an element that has one.",
    "Remove aria-roledescription, or give the element a role.",
    { attributes: ["aria-roledescription"] },
  ),
  "aria-roles": misusedAria(
    "The role does not exist, so the element is announced as plain text.",
    "Use a role of the ARIA standard, spelt exactly, or the native element.",
    { attributes: ["role"] },
  ),
  "aria-text": misusedAria(
    "Text that is merged into one piece swallows the links and buttons inside it.",
    'Remove role="text", or take the controls out of it.',
    { attributes: ["role"] },
  ),
  "aria-valid-attr": misusedAria(
    "The attribute is misspelt or does not exist, so what it should say is never said.",
    "Correct the spelling, or remove the attribute.",
  ),
  "aria-valid-attr-value": misusedAria(
    "The value is not one the standard knows, or points at an id that is not on the page.",
    "Use an allowed value, and ids that exist.",
  ),
  "duplicate-id-aria": misusedAria(
    "Labels and descriptions refer to an id that several elements share, so the wrong text is read out.",
    "Make each id unique within the page.",
    { attributes: ["id"] },
  ),
  "duplicate-id": misusedAria(
    "Several elements share an id, so references to it may reach the wrong one.",
    "Make each id unique within the page.",
    { attributes: ["id"] },
  ),
  "duplicate-id-active": misusedAria(
    "Several controls share an id, so a label may belong to the wrong one.",
    "Make each id unique within the page.",
    { attributes: ["id"] },
  ),
  "presentation-role-conflict": misusedAria(
    "The element is declared as decoration, yet can be focused or has a name, so it is announced anyway.",
    "Remove the presentation role, or remove what makes the element reachable.",
    { attributes: ["role"] },
  ),
  "aria-hidden-body": {
    who: "People who use a screen reader find an empty page.",
    why: "On the body, aria-hidden hides everything on the page from assistive technology.",
    fix: "Remove aria-hidden from <body>. Hide only what lies behind an open dialog.",
    effort: "small",
    guilty: { attributes: ["aria-hidden"] },
  },
  "aria-hidden-focus": {
    who: "People who use a screen reader land on controls that are announced as nothing.",
    why: "The part is hidden from assistive technology but still reached by the Tab key.",
    fix: "Take hidden controls out of the tab order too, by the hidden attribute, inert or disabled, or stop hiding them.",
    effort: "medium",
    guilty: { attributes: ["aria-hidden"] },
  },
  "hidden-content": {
    who: "We could not test content that is hidden until someone opens it, so problems there may be missing.",
    why: "Hidden parts are not rendered, and so can't be examined.",
    fix: "Open these parts and test them again.",
    effort: "medium",
    guilty: "tag",
  },
};
