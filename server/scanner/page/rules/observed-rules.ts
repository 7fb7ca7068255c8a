import type { OwnRule } from "./own-rule";

/** Rules that report elements observed in the browser before axe runs. */
export type ObservedRuleId =
  | "autocomplete-missing"
  | "change-on-focus"
  | "change-on-input"
  | "changing-text"
  | "character-shortcut"
  | "click-only"
  | "clipped-text"
  | "control-contrast"
  | "control-role"
  | "dialog-focus"
  | "down-event"
  | "dragging"
  | "error-text"
  | "fake-heading"
  | "fake-list"
  | "field-group"
  | "flashing"
  | "focus-contrast"
  | "focus-obscured"
  | "focus-order"
  | "focus-visible"
  | "hidden-focus-stop"
  | "hover-content"
  | "hover-only"
  | "key-activation"
  | "keyboard-trap"
  | "motion-control"
  | "mouse-only"
  | "moving-content"
  | "orientation-lock"
  | "page-language"
  | "part-language"
  | "paste-blocked"
  | "reflow"
  | "required-mark"
  | "silent-error"
  | "silent-status"
  | "stale-state"
  | "state-contrast"
  | "table-headers"
  | "time-limit"
  | "unconnected-hint"
  | "unlabelled-graphic"
  | "unlinked-label"
  | "visible-label"
  | "text-spacing"
  | "toggle-state"
  | "zoomed-text";

type Described = Omit<OwnRule, "id" | "act" | "needsReview" | "inPage">;

export const observedRule = (id: ObservedRuleId, act: string[], described: Described): OwnRule => ({
  ...described,
  id,
  act,
  needsReview: false,
  inPage: ({ observed }) => ({
    selector: "*",
    applies: (element) => observed.has(element),
    passes: (element) => observed.get(element)?.outcome,
    detail: (element) => observed.get(element)?.detail ?? "",
  }),
});

const changeOnInput = observedRule("change-on-input", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag322"],
  help: "Choosing an option must not navigate away from the page",
  description:
    "Ensure that changing a drop-down list, checkbox or radio button doesn't lead to another page or open a window",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/on-input.html",
  failure: "Add a button that applies the choice, or explain beforehand what will happen",
});

const changeOnFocus = observedRule("change-on-focus", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag321"],
  help: "The page must not change just because an element receives focus",
  description:
    "Ensure that moving focus to an element doesn't navigate, open a window, replace content or move focus elsewhere",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/on-focus.html",
  failure: "Change the page only when the element is activated, not as soon as it receives focus",
});

const changingText = observedRule("changing-text", ["efbfc7"], {
  impact: "serious",
  tags: ["wcag2a", "wcag222"],
  help: "People must be able to stop text that changes by itself",
  description: "Ensure that text that keeps changing for more than five seconds can be paused, stopped or hidden",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/pause-stop-hide.html",
  failure: "Add a button that pauses or stops the changes",
});

const characterShortcut = observedRule("character-shortcut", ["ffbc54"], {
  impact: "serious",
  tags: ["wcag21a", "wcag214"],
  help: "Shortcuts must not consist of a single character",
  description: "Ensure that the page doesn't respond to single characters that are typed while nothing has focus",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts.html",
  failure: "Add a modifier key such as Ctrl to the shortcut, or let people turn it off or change it",
});

const clippedText = observedRule("clipped-text", ["59br37"], {
  impact: "serious",
  tags: ["wcag2aa", "wcag144"],
  help: "Text must not be cut off when a page is enlarged",
  description: "Ensure that text isn't cut off in a narrow window: zooming in makes the window narrower in CSS pixels",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html",
  failure:
    "Let the element grow with its text: in a narrow window, it cuts off lines that are visible in a wide window",
});

const controlContrast = observedRule("control-contrast", [], {
  impact: "serious",
  tags: ["wcag21aa", "wcag1411"],
  help: "Controls must have enough contrast",
  description: "Ensure that the borders of fields, checkboxes and switches, and the icons of buttons, stand out",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html",
  failure: "Give the control a colour with a contrast ratio of at least 3:1 against its surroundings",
});

const controlRole = observedRule("control-role", [], {
  impact: "critical",
  tags: ["wcag2a", "wcag412"],
  help: "Elements that respond to clicks must have a role",
  description:
    "Ensure that elements that respond to mouse clicks have a role, so that screen readers announce them as controls",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/failures/F59",
  failure: "Use a button or a link, so that screen readers announce the element as one",
});

const clickOnly = observedRule("click-only", [], {
  impact: "critical",
  tags: ["wcag2a", "wcag211"],
  help: "Elements must be reachable with the keyboard if a surrounding element handles their clicks",
  description: "Ensure that everything people can do by clicking is also possible with a keyboard",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/failures/F54",
  failure: "Use a button or a link, which people can reach and operate with the keyboard",
});

const staleState = observedRule("stale-state", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag412"],
  help: "The state of a control must match what it shows or hides",
  description: "Ensure that screen readers announce whether something is expanded, and which tab is selected",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html",
  failure: "Update aria-expanded or aria-selected whenever the control shows or hides something",
});

const toggleState = observedRule("toggle-state", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag412"],
  help: "Buttons that show and hide content must say whether it is shown",
  description: "Ensure that screen readers announce whether the content that a button controls is shown or hidden",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html",
  failure: "Set aria-expanded to true while the content is shown, and to false while it is hidden",
});

const downEvent = observedRule("down-event", [], {
  impact: "moderate",
  tags: ["wcag21a", "wcag252"],
  help: "Pressing the mouse button should do nothing until it is released",
  description: "Ensure that people who press the wrong element can move away from it before it does anything",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/pointer-cancellation.html",
  failure: "Respond to the click instead of the press, unless the response to the press is essential or can be undone",
});

const dragging = observedRule("dragging", [], {
  impact: "serious",
  tags: ["wcag22aa", "wcag257"],
  help: "Elements that can be dragged should also work with single clicks",
  description: "Ensure that people who can't drag have another way to move or adjust the element",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/dragging-movements.html",
  failure: "Check whether buttons or a menu have the same effect as dragging; if not, add them",
});

const motionControl = observedRule("motion-control", [], {
  impact: "moderate",
  tags: ["wcag21a", "wcag254"],
  help: "Everything that shaking or tilting the device does should also be possible in another way",
  description:
    "Ensure that people who can't move their device can use the page, and that unintended movement is harmless",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/motion-actuation.html",
  failure:
    "Check whether a control has the same effect as moving the device, and whether people can turn off the response to movement",
});

const focusOrder = observedRule("focus-order", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag243"],
  help: "Keyboard focus must move in a meaningful order",
  description: "Ensure that a positive tabindex doesn't make focus jump back to an earlier part of the page",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/focus-order.html",
  failure: "Remove the tabindex, so that focus follows the order of the page instead of jumping back from this element",
});

const focusObscured = observedRule("focus-obscured", [], {
  impact: "serious",
  tags: ["wcag22aa", "wcag2411"],
  help: "Fixed or sticky content must not cover the focused element",
  description: "Ensure that fixed headers, footers and banners don't hide an element when it receives keyboard focus",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/focus-not-obscured-minimum.html",
  failure: "Keep the element visible when it has focus, for example with scroll-padding",
});

const hiddenFocusStop = observedRule("hidden-focus-stop", [], {
  impact: "serious",
  tags: ["wcag2aa", "wcag247"],
  help: "Elements that nobody can see must not receive keyboard focus",
  description: "Ensure that links and buttons are in view when they receive keyboard focus",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/focus-visible.html",
  failure: "Show the element when it receives focus, or take it out of the tab order until it can be seen",
  includesHidden: true,
});

const focusVisible = observedRule("focus-visible", ["oj04fd"], {
  impact: "serious",
  tags: ["wcag2aa", "wcag247"],
  help: "Keyboard focus must be visible",
  description: "Ensure that the page looks different when an element receives keyboard focus",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/focus-visible.html",
  failure: "Give the element an outline, or clearly change its appearance in another way, when it receives focus",
});

const hoverContent = observedRule("hover-content", [], {
  impact: "serious",
  tags: ["wcag21aa", "wcag1413"],
  help: "Content shown on hover must stay visible while people use it",
  description: "Ensure that people can move the pointer onto content shown on hover, and hide the content with Escape",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/content-on-hover-or-focus.html",
  failure: "Keep the content visible while the pointer is on it, and hide it when people press Escape",
});

const hoverOnly = observedRule("hover-only", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag211"],
  help: "Content shown on hover must be available to keyboard users",
  description:
    "Ensure that content that appears while the pointer is on an element also appears when the element has focus",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html",
  failure: "Use a button that shows the content, or show it when the element receives keyboard focus",
});

const keyActivation = observedRule("key-activation", [], {
  impact: "critical",
  tags: ["wcag2a", "wcag211"],
  help: "Elements that respond to clicks must also respond to the keyboard",
  description: "Ensure that custom buttons, tabs and switches respond to the keyboard as well as to clicks",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html",
  failure:
    "Use a native button or link, or respond to Enter, the space bar and, where people expect them, the arrow keys",
});

const keyboardTrap = observedRule("keyboard-trap", ["80af7b", "a1b64e", "ebe86a"], {
  impact: "critical",
  tags: ["wcag2a", "wcag212"],
  help: "People must be able to leave every element with the keyboard",
  description: "Ensure that people can move focus away from an element with Tab, or with keys that the page mentions",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/no-keyboard-trap.html",
  failure: "Let focus leave the element: currently, Tab, Shift+Tab and Escape all lead back to it",
});

const mouseOnly = observedRule("mouse-only", [], {
  impact: "critical",
  tags: ["wcag2a", "wcag211"],
  help: "Elements that respond to clicks must be operable by keyboard",
  description:
    "Ensure that elements that respond to mouse clicks can receive keyboard focus, or contain an element that can",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html",
  failure:
    "Use a button, a link or another control that can receive focus, so that people can operate it with the keyboard",
});

const movingContent: OwnRule = {
  ...observedRule("moving-content", [], {
    impact: "serious",
    tags: ["wcag2a", "wcag222"],
    help: "People must be able to stop content that moves by itself",
    description:
      "Ensure that animations, animated images, carousels and videos that start by themselves and last for more than five seconds can be paused or hidden",
    help_url: "https://www.w3.org/WAI/WCAG22/Understanding/pause-stop-hide.html",
    failure: "Add a button that pauses the movement, or stop the movement within five seconds",
    includesHidden: true,
  }),
  // SVG images and canvases count even if they are hidden from screen readers, because people still see them move.
  inPage: ({ observed }) => ({
    selector: "*",
    applies: (element) => {
      const isDrawing = element instanceof SVGElement || element instanceof HTMLCanvasElement;
      const isHidden = !element.checkVisibility({ checkVisibilityCSS: true });
      const isApart = !isDrawing && Element.prototype.closest.call(element, "[aria-hidden='true'], [inert]") !== null;
      return observed.has(element) && !isHidden && !isApart;
    },
    passes: (element) => observed.get(element)?.outcome,
    detail: (element) => observed.get(element)?.detail ?? "",
  }),
};

const orientationLock = observedRule("orientation-lock", ["b33eff"], {
  impact: "serious",
  tags: ["wcag21aa", "wcag134"],
  help: "Content must not be locked to one screen orientation",
  description: "Ensure that content is neither rotated nor covered when people rotate their device",
  includesHidden: true,
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/orientation.html",
  failure: "Show the content upright in portrait and landscape: don't rotate it or ask people to rotate the device",
});

const pageLanguage = observedRule("page-language", ["ucwvc8"], {
  impact: "serious",
  tags: ["wcag2a", "wcag311"],
  help: "The page must be in the language that it declares",
  description: "Ensure that the lang attribute of a page names the language that most of its text is written in",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html",
  failure: "Set the lang attribute of the <html> element to the language of the text",
});

const partLanguage = observedRule("part-language", ["off6ek"], {
  impact: "moderate",
  tags: ["wcag2aa", "wcag312"],
  help: "Passages in another language must declare that language",
  description: "Ensure that a passage in another language has a lang attribute that names that language",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/language-of-parts.html",
  failure: "Set the lang attribute of the element to the language of its text",
});

const pasteBlocked = observedRule("paste-blocked", [], {
  impact: "serious",
  tags: ["wcag22aa", "wcag338"],
  help: "Sign-in fields must accept pasted text",
  description: "Ensure that passwords and codes can be pasted, so that nobody has to remember or retype them",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/accessible-authentication-minimum.html",
  failure: "Remove the script that prevents pasting",
});

const reflow = observedRule("reflow", [], {
  impact: "serious",
  tags: ["wcag21aa", "wcag1410"],
  help: "Pages must fit a width of 320 CSS pixels without sideways scrolling",
  description: "Ensure that people who enlarge a page to 400% don't have to scroll sideways to read each line",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/reflow.html",
  failure: "Let the element wrap or shrink: at a width of 320 CSS pixels, it extends past the edge of the page",
});

const autocompleteMissing = observedRule("autocomplete-missing", [], {
  impact: "moderate",
  tags: ["wcag21aa", "wcag135"],
  help: "Fields for the user's own data must declare their purpose",
  description: "Ensure that fields for the user's own name, address and contact details have an autocomplete attribute",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/identify-input-purpose.html",
  failure: "If the field asks for the user's own data, add an autocomplete attribute that states its purpose",
});

const fakeHeading = observedRule("fake-heading", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag131"],
  help: "Text that looks like a heading must be one",
  description: "Ensure that lines that look like headings are marked up as headings",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/failures/F2",
  failure: "Use a heading element from <h1> to <h6> if the line is the heading of what follows",
});

const fakeList = observedRule("fake-list", [], {
  impact: "moderate",
  tags: ["wcag2a", "wcag131"],
  help: "Text that looks like a list must be one",
  description: "Ensure that lines that start with typed bullets or numbers are marked up as a list",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/html/H48",
  failure: "Use <ul> or <ol> with an <li> for each line instead of typing bullets or numbers",
});

const fieldGroup = observedRule("field-group", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag131"],
  help: "Radio buttons and checkboxes must be grouped with their question",
  description: "Ensure that the question above radio buttons or checkboxes is the name of their group",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/html/H71",
  failure: "Put the options in a <fieldset> and make this text its <legend>",
});

const tableHeaders = observedRule("table-headers", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag131"],
  help: "Data tables must have header cells",
  description: "Ensure that the header cells of a table are marked up as headers",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/html/H51",
  failure: "Use <th> for the cells that describe a row or column",
});

const unlabelledGraphic = observedRule("unlabelled-graphic", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag111"],
  help: "Drawings and icons must have a text alternative",
  description: "Ensure that a <canvas> with a drawing, or an icon that is all that a cell contains, has a name",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html",
  failure: "Add a text alternative to the graphic, or hide it from screen readers if it is only decorative",
});

const unlinkedLabel = observedRule("unlinked-label", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag21a", "wcag131", "wcag253"],
  help: "Labels must be linked to their fields",
  description: "Ensure that screen readers announce the visible label of a field instead of only another name",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/html/H44",
  failure: "Link the label before this field to it, with the label's for attribute and the field's id",
});

const visibleLabel = observedRule("visible-label", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag332"],
  help: "Fields must have a visible label",
  description: "Ensure that text beside a field says what to enter, and stays visible while people type",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/labels-or-instructions.html",
  failure: "Show a label beside the field",
});

const textSpacing = observedRule("text-spacing", [], {
  impact: "serious",
  tags: ["wcag21aa", "wcag1412"],
  help: "Text must not be lost when people increase its spacing",
  description: "Ensure that text with the line, letter and word spacing specified by WCAG isn't cut off or covered",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/text-spacing.html",
  failure: "Let the element grow with its text: with more spacing, the text is cut off or covered by other text",
});

const zoomedText = observedRule("zoomed-text", [], {
  impact: "serious",
  tags: ["wcag2aa", "wcag144"],
  help: "Text must get larger when people zoom in",
  description:
    "Ensure that the size of text doesn't depend only on the width of the window: zooming in makes the window narrower in CSS pixels",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/failures/F94",
  failure:
    "Set the font size in rem, or combine vw with rem: currently, the text stays the same size when people zoom in",
});

export const observedRules: readonly OwnRule[] = [
  autocompleteMissing,
  changeOnFocus,
  changeOnInput,
  changingText,
  characterShortcut,
  clickOnly,
  clippedText,
  controlContrast,
  controlRole,
  downEvent,
  dragging,
  fakeHeading,
  fakeList,
  fieldGroup,
  focusObscured,
  focusOrder,
  focusVisible,
  hiddenFocusStop,
  hoverContent,
  hoverOnly,
  keyActivation,
  keyboardTrap,
  motionControl,
  mouseOnly,
  movingContent,
  orientationLock,
  pageLanguage,
  partLanguage,
  pasteBlocked,
  reflow,
  staleState,
  tableHeaders,
  textSpacing,
  toggleState,
  unlabelledGraphic,
  unlinkedLabel,
  visibleLabel,
  zoomedText,
];
