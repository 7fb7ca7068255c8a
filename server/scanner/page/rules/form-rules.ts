import { observedRule } from "./observed-rules";
import type { OwnRule } from "./own-rule";

const dialogFocus = observedRule("dialog-focus", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag243"],
  help: "Dialogs must receive focus when they open",
  description: "Ensure that keyboard focus moves into a dialog when it opens, instead of staying on the page behind it",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/focus-order.html",
  failure: "Move focus into this dialog when it opens: currently, pressing Tab moves focus to the page behind it",
  includesHidden: true,
});

const errorText = observedRule("error-text", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag331"],
  help: "Errors in forms should be described in text",
  description: "Ensure that text, not just colour or movement, says what is wrong when a form has errors",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/error-identification.html",
  failure: "Check that text says what is wrong: the form changed when it was submitted empty, but no text appeared",
});

const silentError = observedRule("silent-error", [], {
  impact: "serious",
  tags: ["wcag21aa", "wcag413"],
  help: "Screen readers must announce errors in forms",
  description: "Ensure that error messages are announced, receive focus or are associated with their fields",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/failures/F103",
  failure: "Make screen readers announce the message that appeared when the form was submitted",
});

const silentStatus = observedRule("silent-status", [], {
  impact: "moderate",
  tags: ["wcag21aa", "wcag413"],
  help: "Screen readers should announce status messages",
  description: "Ensure that messages that appear after people use a control are announced or receive focus",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/status-messages.html",
  failure: "Check whether this text reports a result; if so, put it in a live region",
  includesHidden: true,
});

const requiredMark = observedRule("required-mark", [], {
  impact: "moderate",
  tags: ["wcag2a", "wcag332"],
  help: "Required fields should be marked in a way that everyone can understand",
  description: "Ensure that a form explains its asterisks, and that colour isn't the only indicator of required fields",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/html/H90",
  failure: "Explain the indicator, and add the required attribute if the field is required",
});

const unconnectedHint = observedRule("unconnected-hint", [], {
  impact: "moderate",
  tags: ["wcag2a", "wcag131", "wcag332"],
  help: "Hints should be associated with their fields",
  description:
    "Ensure that screen readers announce a field together with any hint about the format or length of the input",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/aria/ARIA1",
  failure: "If people need the hint to fill in the field, associate it with the field using aria-describedby",
});

/** Rules about forms, and about the messages and dialogs that appear while people use a page. */
export const formRules: readonly OwnRule[] = [
  dialogFocus,
  errorText,
  requiredMark,
  silentError,
  silentStatus,
  unconnectedHint,
];
