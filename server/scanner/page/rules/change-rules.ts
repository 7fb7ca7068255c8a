import { observedRule } from "./observed-rules";
import type { OwnRule } from "./own-rule";

const flashing = observedRule("flashing", [], {
  impact: "critical",
  tags: ["wcag2a", "wcag231"],
  help: "Content must not flash more than three times a second",
  description: "Ensure that large areas don't switch quickly between light and dark: flashing can cause seizures",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/three-flashes-or-below-threshold.html",
  failure: "Remove the animation, slow it down or make the area smaller",
});

const timeLimit = observedRule("time-limit", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag221"],
  help: "People should be able to turn off or extend time limits",
  description: "Ensure that people have enough time when text on the page counts down",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable.html",
  failure: "Check whether the countdown is for a time limit; if so, let people turn the limit off or extend it",
});

const focusContrast = observedRule("focus-contrast", [], {
  impact: "serious",
  tags: ["wcag21aa", "wcag1411"],
  help: "Focus indicators must have enough contrast",
  description: "Ensure that the ring around a focused element stands out from its surroundings",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/non-text-contrast.html",
  failure: "Choose a colour with more contrast for the focus indicator",
});

const stateContrast = observedRule("state-contrast", [], {
  impact: "serious",
  tags: ["wcag2aa", "wcag143"],
  help: "Links and buttons must have enough contrast on hover and focus",
  description: "Ensure that the text of links and buttons stays readable when their colours change",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum.html",
  failure: "Choose colours with more contrast for this state",
});

/** Rules about flashing, time limits and contrast on hover and focus. */
export const changeRules: readonly OwnRule[] = [flashing, focusContrast, stateContrast, timeLimit];
