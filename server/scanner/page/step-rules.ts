import type { ObservedRuleId } from "./rules/observed-rules";

/** The rules of each step in which the scanner interacts with a page. */
export const stepRules = {
  controls: ["control-contrast"],
  spacing: ["text-spacing"],
  narrow: ["clipped-text", "orientation-lock", "reflow", "zoomed-text"],
  reactions: ["change-on-focus"],
  keyboard: ["focus-contrast", "focus-visible", "keyboard-trap"],
  places: ["focus-obscured", "hidden-focus-stop"],
  moving: ["flashing", "moving-content"],
  states: ["state-contrast"],
  hovering: ["hover-content", "hover-only"],
  waiting: ["changing-text", "time-limit"],
  pasting: ["paste-blocked"],
  choosing: ["change-on-input"],
  pressing: ["down-event"],
  typing: ["character-shortcut"],
  submitting: ["dialog-focus", "error-text", "silent-error", "silent-status"],
  toggling: ["stale-state"],
  opening: ["toggle-state"],
  clicking: ["click-only"],
} as const satisfies Record<string, readonly ObservedRuleId[]>;

/** Rules that report what was observed in a narrow window. */
export const narrowRules: readonly string[] = stepRules.narrow;

/** The rules that change the state of the page or take a long time. */
export const drivenRules: readonly string[] = Object.values(stepRules).flat();
