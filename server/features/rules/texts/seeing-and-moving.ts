import type { AdviceTable, RuleAdvice } from "../contract";

const wrongLanguage: RuleAdvice = {
  who: "People who listen to the page hear it with the pronunciation of another language.",
  why: "A screen reader picks its voice by the declared language. Without a correct one, text can become impossible to understand.",
  fix: 'Set a valid lang attribute on <html>, such as lang="en".',
  effort: "small",
  guilty: "tag",
};

const movingText: RuleAdvice = {
  who: "People who read slowly or are distracted by movement can't read this text.",
  why: "Blinking and scrolling text can't be stopped, and some people can't look at anything else while it moves.",
  fix: "Replace the element by still text.",
  effort: "small",
  guilty: "tag",
};

const suddenRefresh: RuleAdvice = {
  who: "People who need more time are thrown out of what they are reading or filling in.",
  why: "The page reloads or moves on by itself.",
  fix: "Remove the refresh. Redirect on the server, or let people choose when to reload.",
  effort: "small",
  guilty: { attributes: ["content"] },
};

const lockedZoom: RuleAdvice = {
  who: "People with low vision can't enlarge the page on their phone.",
  why: "The viewport setting forbids or limits zooming.",
  fix: "Remove user-scalable=no and maximum-scale from the viewport's content.",
  effort: "small",
  guilty: { attributes: ["content"] },
};

const faintText: RuleAdvice = {
  who: "People with low vision, and anyone in bright light, can't read this text.",
  why: "The text's colour is too close to its background.",
  fix: "Darken the text or lighten the background until the contrast is at least 4.5 to 1 (3 to 1 for large text). Change the colour where it is defined, and every place follows.",
  effort: "medium",
  guilty: "text",
};

export const seeingAndMoving: AdviceTable = {
  "color-contrast": faintText,
  "color-contrast-enhanced": { ...faintText, fix: "Raise the contrast to at least 7 to 1 (4.5 to 1 for large text)." },
  "link-in-text-block": {
    who: "People who can't tell these colours apart don't see that there are links in the text.",
    why: "The links differ from the words around them by colour only.",
    fix: "Underline links within text, or give them a contrast of 3 to 1 to the text and a further sign on hover and focus.",
    effort: "small",
    guilty: "text",
  },
  "avoid-inline-spacing": {
    who: "People with dyslexia or low vision can't spread the text to read it more easily.",
    why: "Spacing that is set as !important in the style attribute overrides the reader's own.",
    fix: "Move the spacing to a style sheet, without !important.",
    effort: "small",
    guilty: { attributes: ["style"] },
  },
  "css-orientation-lock": {
    who: "People whose device is fixed to a wheelchair, or held one way, can't use the page.",
    why: "The page only works in one orientation.",
    fix: "Remove the rotation, and let the layout follow the screen.",
    effort: "medium",
    guilty: "tag",
  },
  "meta-viewport": lockedZoom,
  "meta-viewport-large": lockedZoom,
  "meta-refresh": suddenRefresh,
  "meta-refresh-no-exceptions": suddenRefresh,
  blink: movingText,
  marquee: movingText,
  "html-has-lang": wrongLanguage,
  "html-lang-valid": { ...wrongLanguage, guilty: { attributes: ["lang"] } },
  "html-xml-lang-mismatch": {
    ...wrongLanguage,
    fix: "Give lang and xml:lang the same value, or remove xml:lang.",
    guilty: { attributes: ["lang", "xml:lang"] },
  },
  "valid-lang": {
    ...wrongLanguage,
    fix: "Use a valid language code in the lang attribute of each part in another language.",
    guilty: { attributes: ["lang"] },
  },
  "scrollable-region-focusable": {
    who: "People who use a keyboard can't scroll to what these areas hide.",
    why: "The area scrolls by mouse or finger only, because nothing in it can take the focus.",
    fix: 'Add tabindex="0", a role and a name to the scrolling element.',
    effort: "small",
    guilty: "tag",
  },
  tabindex: {
    who: "People who use a keyboard are sent through the page in an order that they can't foresee.",
    why: "A tabindex above 0 takes an element out of the page's order and puts it first.",
    fix: "Use 0 or remove the attribute, and order the elements in the markup.",
    effort: "small",
    guilty: { attributes: ["tabindex"] },
  },
  accesskeys: {
    who: "People who use keyboard shortcuts can't tell what theirs will do.",
    why: "Several elements share one access key.",
    fix: "Make each access key unique, or do without.",
    effort: "small",
    guilty: { attributes: ["accesskey"] },
  },
};
