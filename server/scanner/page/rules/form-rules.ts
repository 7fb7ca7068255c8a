import { observedRule } from "./observed-rules";
import type { OwnRule } from "./own-rule";

const errorText = observedRule("error-text", [], {
  impact: "serious",
  tags: ["wcag2a", "wcag331"],
  help: "Errors in forms should be described in text",
  description:
    "Ensure that a form that isn't sent says in text what is wrong, and not only with a colour or a movement",
  help_url: "https://www.w3.org/WAI/WCAG22/Understanding/error-identification.html",
  failure: "Check whether text says what is wrong: the form changed when it was submitted empty, but no text appeared",
});

const silentError = observedRule("silent-error", [], {
  impact: "serious",
  tags: ["wcag21aa", "wcag413"],
  help: "Screen readers must announce errors in forms",
  description: "Ensure that error messages are announced, receive focus or are connected to their field",
  help_url: "https://www.w3.org/WAI/WCAG22/Techniques/failures/F103",
  failure: "Announce the message: it appeared when the form was submitted, but screen readers don't learn about it",
});

/** Rules about what appears while people use a form. */
export const formRules: readonly OwnRule[] = [errorText, silentError];
