import { advice } from "@/messages/texts/advice";
import { adviceFallback } from "@/messages/texts/advice-fallback";
import { isKeyOf } from "@/server/core/tables";
import type { RuleAdvice } from "./contract";

type KnownRule = keyof typeof advice;

/** Everything in each rule's advice except its wording, which is in messages/. */
const details: Readonly<Record<KnownRule, Pick<RuleAdvice, "effort" | "failingPart">>> = {
  "ambiguous-link": { effort: "small", failingPart: "text" },
  "image-file-name": { effort: "small", failingPart: { attributes: ["alt", "aria-label"] } },
  "image-filler-name": { effort: "small", failingPart: { attributes: ["alt", "aria-label"] } },
  "audio-transcript": { effort: "large", failingPart: "tag" },
  "video-description": { effort: "large", failingPart: "tag" },
  "change-on-focus": { effort: "medium", failingPart: "tag" },
  "change-on-input": { effort: "medium", failingPart: "tag" },
  "changing-text": { effort: "medium", failingPart: "text" },
  "character-shortcut": { effort: "medium", failingPart: "tag" },
  "clipped-text": { effort: "small", failingPart: "tag" },
  "control-role": { effort: "medium", failingPart: "tag" },
  "control-contrast": { effort: "small", failingPart: "tag" },
  "autocomplete-missing": { effort: "small", failingPart: "tag" },
  "fake-heading": { effort: "small", failingPart: "tag" },
  "fake-list": { effort: "small", failingPart: "tag" },
  "field-group": { effort: "small", failingPart: "tag" },
  "table-headers": { effort: "small", failingPart: "tag" },
  "unlabelled-graphic": { effort: "small", failingPart: "tag" },
  "visible-label": { effort: "small", failingPart: "tag" },
  "focus-obscured": { effort: "medium", failingPart: "tag" },
  "hidden-focus-stop": { effort: "medium", failingPart: "tag" },
  "focus-visible": { effort: "small", failingPart: "tag" },
  "keyboard-trap": { effort: "medium", failingPart: "tag" },
  "mouse-only": { effort: "medium", failingPart: "tag" },
  "moving-content": { effort: "medium", failingPart: "tag" },
  "orientation-lock": { effort: "medium", failingPart: "tag" },
  "page-language": { effort: "small", failingPart: { attributes: ["lang"] } },
  "part-language": { effort: "small", failingPart: "tag" },
  "paste-blocked": { effort: "small", failingPart: "tag" },
  "placeholder-contrast": { effort: "small", failingPart: "tag" },
  "placeholder-title": { effort: "small", failingPart: "tag" },
  "prohibited-name": {
    effort: "small",
    failingPart: { attributes: ["aria-label", "aria-labelledby", "aria-roledescription"] },
  },
  reflow: { effort: "medium", failingPart: "tag" },
  "sound-control": { effort: "small", failingPart: { attributes: ["autoplay"] } },
  "text-spacing": { effort: "small", failingPart: "tag" },
  "vague-heading": { effort: "small", failingPart: "text" },
  "zoomed-text": { effort: "small", failingPart: "tag" },
  "vague-link-name": { effort: "small", failingPart: "text" },
  "image-alt": { effort: "small", failingPart: "tag" },
  "area-alt": { effort: "small", failingPart: "tag" },
  "input-image-alt": { effort: "small", failingPart: "tag" },
  "object-alt": { effort: "small", failingPart: "tag" },
  "role-img-alt": { effort: "small", failingPart: "tag" },
  "svg-img-alt": { effort: "small", failingPart: "tag" },
  "image-redundant-alt": { effort: "small", failingPart: { attributes: ["alt"] } },
  "video-caption": { effort: "medium", failingPart: "tag" },
  "audio-caption": { effort: "medium", failingPart: "tag" },
  "no-autoplay-audio": { effort: "small", failingPart: { attributes: ["autoplay"] } },
  "server-side-image-map": { effort: "medium", failingPart: { attributes: ["ismap"] } },
  "button-name": { effort: "small", failingPart: "tag" },
  "input-button-name": { effort: "small", failingPart: "tag" },
  "link-name": { effort: "small", failingPart: "tag" },
  "summary-name": { effort: "small", failingPart: "tag" },
  "aria-command-name": { effort: "small", failingPart: "tag" },
  "aria-dialog-name": { effort: "small", failingPart: "tag" },
  "aria-meter-name": { effort: "small", failingPart: "tag" },
  "aria-progressbar-name": { effort: "small", failingPart: "tag" },
  "aria-tab-name": { effort: "small", failingPart: "tag" },
  "aria-tooltip-name": { effort: "small", failingPart: "tag" },
  "aria-treeitem-name": { effort: "small", failingPart: "tag" },
  "frame-title": { effort: "small", failingPart: "tag" },
  "frame-title-unique": { effort: "small", failingPart: { attributes: ["title"] } },
  "frame-focusable-content": { effort: "small", failingPart: { attributes: ["tabindex"] } },
  "frame-tested": { effort: "medium", failingPart: "tag" },
  "label-content-name-mismatch": {
    effort: "small",
    failingPart: { attributes: ["aria-label", "aria-labelledby", "title"] },
  },
  "identical-links-same-purpose": { effort: "small", failingPart: "text" },
  "document-title": { effort: "small", failingPart: "tag" },
  label: { effort: "small", failingPart: "tag" },
  "aria-input-field-name": { effort: "small", failingPart: "tag" },
  "select-name": { effort: "small", failingPart: "tag" },
  "aria-toggle-field-name": { effort: "small", failingPart: "tag" },
  "label-title-only": { effort: "small", failingPart: { attributes: ["title", "aria-describedby"] } },
  "form-field-multiple-labels": { effort: "small", failingPart: "tag" },
  "autocomplete-valid": { effort: "small", failingPart: { attributes: ["autocomplete"] } },
  "nested-interactive": { effort: "medium", failingPart: "tag" },
  "target-size": { effort: "medium", failingPart: "tag" },
  "aria-allowed-attr": { effort: "medium", failingPart: "tag" },
  "aria-allowed-role": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-braille-equivalent": {
    effort: "medium",
    failingPart: { attributes: ["aria-braillelabel", "aria-brailleroledescription"] },
  },
  "aria-conditional-attr": { effort: "medium", failingPart: "tag" },
  "aria-deprecated-role": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-prohibited-attr": {
    effort: "medium",
    failingPart: { attributes: ["aria-label", "aria-labelledby", "aria-roledescription"] },
  },
  "aria-required-attr": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-required-children": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-required-parent": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-roledescription": { effort: "medium", failingPart: { attributes: ["aria-roledescription"] } },
  "aria-roles": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-text": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-valid-attr": { effort: "medium", failingPart: "tag" },
  "aria-valid-attr-value": { effort: "medium", failingPart: "tag" },
  "duplicate-id-aria": { effort: "medium", failingPart: { attributes: ["id"] } },
  "duplicate-id": { effort: "medium", failingPart: { attributes: ["id"] } },
  "duplicate-id-active": { effort: "medium", failingPart: { attributes: ["id"] } },
  "presentation-role-conflict": { effort: "medium", failingPart: { attributes: ["role"] } },
  "aria-hidden-body": { effort: "small", failingPart: { attributes: ["aria-hidden"] } },
  "aria-hidden-focus": { effort: "medium", failingPart: { attributes: ["aria-hidden"] } },
  "hidden-content": { effort: "medium", failingPart: "tag" },
  list: { effort: "small", failingPart: "tag" },
  listitem: { effort: "small", failingPart: "tag" },
  "definition-list": { effort: "small", failingPart: "tag" },
  dlitem: { effort: "small", failingPart: "tag" },
  "td-headers-attr": { effort: "medium", failingPart: "tag" },
  "th-has-data-cells": { effort: "medium", failingPart: "tag" },
  "td-has-header": { effort: "medium", failingPart: "tag" },
  "scope-attr-valid": { effort: "medium", failingPart: "tag" },
  "empty-table-header": { effort: "medium", failingPart: "tag" },
  "table-duplicate-name": { effort: "medium", failingPart: "tag" },
  "table-fake-caption": { effort: "medium", failingPart: "tag" },
  "landmark-banner-is-top-level": { effort: "small", failingPart: "tag" },
  "landmark-complementary-is-top-level": { effort: "small", failingPart: "tag" },
  "landmark-contentinfo-is-top-level": { effort: "small", failingPart: "tag" },
  "landmark-main-is-top-level": { effort: "small", failingPart: "tag" },
  "landmark-no-duplicate-banner": { effort: "small", failingPart: "tag" },
  "landmark-no-duplicate-contentinfo": { effort: "small", failingPart: "tag" },
  "landmark-no-duplicate-main": { effort: "small", failingPart: "tag" },
  "landmark-one-main": { effort: "small", failingPart: "tag" },
  "landmark-unique": { effort: "small", failingPart: "tag" },
  region: { effort: "small", failingPart: "tag" },
  bypass: { effort: "small", failingPart: "tag" },
  "skip-link": { effort: "small", failingPart: { attributes: ["href"] } },
  "empty-heading": { effort: "small", failingPart: "tag" },
  "heading-order": { effort: "small", failingPart: "tag" },
  "page-has-heading-one": { effort: "small", failingPart: "tag" },
  "p-as-heading": { effort: "small", failingPart: "tag" },
  "focus-order-semantics": { effort: "medium", failingPart: "tag" },
  "color-contrast": { effort: "medium", failingPart: "text" },
  "color-contrast-enhanced": { effort: "medium", failingPart: "text" },
  "link-in-text-block": { effort: "small", failingPart: "text" },
  "avoid-inline-spacing": { effort: "small", failingPart: { attributes: ["style"] } },
  "css-orientation-lock": { effort: "medium", failingPart: "tag" },
  "meta-viewport": { effort: "small", failingPart: { attributes: ["content"] } },
  "meta-viewport-large": { effort: "small", failingPart: { attributes: ["content"] } },
  "meta-refresh": { effort: "small", failingPart: { attributes: ["content"] } },
  "meta-refresh-no-exceptions": { effort: "small", failingPart: { attributes: ["content"] } },
  blink: { effort: "small", failingPart: "tag" },
  marquee: { effort: "small", failingPart: "tag" },
  "html-has-lang": { effort: "small", failingPart: "tag" },
  "html-lang-valid": { effort: "small", failingPart: { attributes: ["lang"] } },
  "html-xml-lang-mismatch": { effort: "small", failingPart: { attributes: ["lang", "xml:lang"] } },
  "valid-lang": { effort: "small", failingPart: { attributes: ["lang"] } },
  "scrollable-region-focusable": { effort: "small", failingPart: "tag" },
  tabindex: { effort: "small", failingPart: { attributes: ["tabindex"] } },
  accesskeys: { effort: "small", failingPart: { attributes: ["accesskey"] } },
};

/** The rules that have plain-language advice. */
export const rulesWithAdvice: readonly string[] = Object.keys(details);

type RuleTexts = { help?: string | null | undefined; description?: string | null | undefined };

const LONGEST_END = 50;
// Thai, Lao, Khmer and Burmese sentences have no final punctuation; Chinese and Japanese have their own full stop.
const IS_COMPLETE =
  // Backtracks, but only over the last characters of the text.
  /(?:[\p{Sentence_Terminal}…]["'“”‘’»«」』)\]]*|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*)$/u;
const ENDS_EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;

const withStop = (text: string) => {
  const sentence = text.trim();
  if (IS_COMPLETE.test(sentence.slice(-LONGEST_END))) return sentence;
  return ENDS_EAST_ASIAN.test(sentence) ? `${sentence}。` : `${sentence}.`;
};

/** Returns plain-language advice on a rule or, if there is none, the engine's own wording. */
export const adviseOnRule = (ruleId: string, { help, description }: RuleTexts = {}): RuleAdvice => {
  if (isKeyOf(details, ruleId)) return { ...advice[ruleId], ...details[ruleId] };
  return {
    who: adviceFallback.who,
    why: description ? withStop(description) : adviceFallback.why,
    fix: help ? withStop(help) : adviceFallback.fix({ rule: ruleId }),
    effort: "medium",
    failingPart: "tag",
  };
};
