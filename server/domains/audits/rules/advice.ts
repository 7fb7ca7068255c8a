import { advice } from "@/messages/texts/advice";
import { adviceFallback } from "@/messages/texts/advice-fallback";
import { isKeyOf } from "@/server/core/tables";
import type { RuleAdvice } from "./contract";

type KnownRule = keyof typeof advice;

/** What advice on a rule contains beside its texts, which are in messages. */
const details: Readonly<Record<KnownRule, Pick<RuleAdvice, "effort" | "guilty">>> = {
  "image-file-name": { effort: "small", guilty: { attributes: ["alt", "aria-label"] } },
  "image-filler-name": { effort: "small", guilty: { attributes: ["alt", "aria-label"] } },
  "clipped-text": { effort: "small", guilty: "tag" },
  "focus-visible": { effort: "small", guilty: "tag" },
  "keyboard-trap": { effort: "medium", guilty: "tag" },
  "mouse-only": { effort: "medium", guilty: "tag" },
  "orientation-lock": { effort: "medium", guilty: "tag" },
  "placeholder-title": { effort: "small", guilty: "tag" },
  "prohibited-name": {
    effort: "small",
    guilty: { attributes: ["aria-label", "aria-labelledby", "aria-roledescription"] },
  },
  reflow: { effort: "medium", guilty: "tag" },
  "vague-heading": { effort: "small", guilty: "text" },
  "vague-link-name": { effort: "small", guilty: "text" },
  "image-alt": { effort: "small", guilty: "tag" },
  "area-alt": { effort: "small", guilty: "tag" },
  "input-image-alt": { effort: "small", guilty: "tag" },
  "object-alt": { effort: "small", guilty: "tag" },
  "role-img-alt": { effort: "small", guilty: "tag" },
  "svg-img-alt": { effort: "small", guilty: "tag" },
  "image-redundant-alt": { effort: "small", guilty: { attributes: ["alt"] } },
  "video-caption": { effort: "medium", guilty: "tag" },
  "audio-caption": { effort: "medium", guilty: "tag" },
  "no-autoplay-audio": { effort: "small", guilty: { attributes: ["autoplay"] } },
  "server-side-image-map": { effort: "medium", guilty: { attributes: ["ismap"] } },
  "button-name": { effort: "small", guilty: "tag" },
  "input-button-name": { effort: "small", guilty: "tag" },
  "link-name": { effort: "small", guilty: "tag" },
  "summary-name": { effort: "small", guilty: "tag" },
  "aria-command-name": { effort: "small", guilty: "tag" },
  "aria-dialog-name": { effort: "small", guilty: "tag" },
  "aria-meter-name": { effort: "small", guilty: "tag" },
  "aria-progressbar-name": { effort: "small", guilty: "tag" },
  "aria-tab-name": { effort: "small", guilty: "tag" },
  "aria-tooltip-name": { effort: "small", guilty: "tag" },
  "aria-treeitem-name": { effort: "small", guilty: "tag" },
  "frame-title": { effort: "small", guilty: "tag" },
  "frame-title-unique": { effort: "small", guilty: { attributes: ["title"] } },
  "frame-focusable-content": { effort: "small", guilty: { attributes: ["tabindex"] } },
  "frame-tested": { effort: "medium", guilty: "tag" },
  "label-content-name-mismatch": {
    effort: "small",
    guilty: { attributes: ["aria-label", "aria-labelledby", "title"] },
  },
  "identical-links-same-purpose": { effort: "small", guilty: "text" },
  "document-title": { effort: "small", guilty: "tag" },
  label: { effort: "small", guilty: "tag" },
  "aria-input-field-name": { effort: "small", guilty: "tag" },
  "select-name": { effort: "small", guilty: "tag" },
  "aria-toggle-field-name": { effort: "small", guilty: "tag" },
  "label-title-only": { effort: "small", guilty: { attributes: ["title", "aria-describedby"] } },
  "form-field-multiple-labels": { effort: "small", guilty: "tag" },
  "autocomplete-valid": { effort: "small", guilty: { attributes: ["autocomplete"] } },
  "nested-interactive": { effort: "medium", guilty: "tag" },
  "target-size": { effort: "medium", guilty: "tag" },
  "aria-allowed-attr": { effort: "medium", guilty: "tag" },
  "aria-allowed-role": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-braille-equivalent": {
    effort: "medium",
    guilty: { attributes: ["aria-braillelabel", "aria-brailleroledescription"] },
  },
  "aria-conditional-attr": { effort: "medium", guilty: "tag" },
  "aria-deprecated-role": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-prohibited-attr": {
    effort: "medium",
    guilty: { attributes: ["aria-label", "aria-labelledby", "aria-roledescription"] },
  },
  "aria-required-attr": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-required-children": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-required-parent": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-roledescription": { effort: "medium", guilty: { attributes: ["aria-roledescription"] } },
  "aria-roles": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-text": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-valid-attr": { effort: "medium", guilty: "tag" },
  "aria-valid-attr-value": { effort: "medium", guilty: "tag" },
  "duplicate-id-aria": { effort: "medium", guilty: { attributes: ["id"] } },
  "duplicate-id": { effort: "medium", guilty: { attributes: ["id"] } },
  "duplicate-id-active": { effort: "medium", guilty: { attributes: ["id"] } },
  "presentation-role-conflict": { effort: "medium", guilty: { attributes: ["role"] } },
  "aria-hidden-body": { effort: "small", guilty: { attributes: ["aria-hidden"] } },
  "aria-hidden-focus": { effort: "medium", guilty: { attributes: ["aria-hidden"] } },
  "hidden-content": { effort: "medium", guilty: "tag" },
  list: { effort: "small", guilty: "tag" },
  listitem: { effort: "small", guilty: "tag" },
  "definition-list": { effort: "small", guilty: "tag" },
  dlitem: { effort: "small", guilty: "tag" },
  "td-headers-attr": { effort: "medium", guilty: "tag" },
  "th-has-data-cells": { effort: "medium", guilty: "tag" },
  "td-has-header": { effort: "medium", guilty: "tag" },
  "scope-attr-valid": { effort: "medium", guilty: "tag" },
  "empty-table-header": { effort: "medium", guilty: "tag" },
  "table-duplicate-name": { effort: "medium", guilty: "tag" },
  "table-fake-caption": { effort: "medium", guilty: "tag" },
  "landmark-banner-is-top-level": { effort: "small", guilty: "tag" },
  "landmark-complementary-is-top-level": { effort: "small", guilty: "tag" },
  "landmark-contentinfo-is-top-level": { effort: "small", guilty: "tag" },
  "landmark-main-is-top-level": { effort: "small", guilty: "tag" },
  "landmark-no-duplicate-banner": { effort: "small", guilty: "tag" },
  "landmark-no-duplicate-contentinfo": { effort: "small", guilty: "tag" },
  "landmark-no-duplicate-main": { effort: "small", guilty: "tag" },
  "landmark-one-main": { effort: "small", guilty: "tag" },
  "landmark-unique": { effort: "small", guilty: "tag" },
  region: { effort: "small", guilty: "tag" },
  bypass: { effort: "small", guilty: "tag" },
  "skip-link": { effort: "small", guilty: { attributes: ["href"] } },
  "empty-heading": { effort: "small", guilty: "tag" },
  "heading-order": { effort: "small", guilty: "tag" },
  "page-has-heading-one": { effort: "small", guilty: "tag" },
  "p-as-heading": { effort: "small", guilty: "tag" },
  "focus-order-semantics": { effort: "medium", guilty: "tag" },
  "color-contrast": { effort: "medium", guilty: "text" },
  "color-contrast-enhanced": { effort: "medium", guilty: "text" },
  "link-in-text-block": { effort: "small", guilty: "text" },
  "avoid-inline-spacing": { effort: "small", guilty: { attributes: ["style"] } },
  "css-orientation-lock": { effort: "medium", guilty: "tag" },
  "meta-viewport": { effort: "small", guilty: { attributes: ["content"] } },
  "meta-viewport-large": { effort: "small", guilty: { attributes: ["content"] } },
  "meta-refresh": { effort: "small", guilty: { attributes: ["content"] } },
  "meta-refresh-no-exceptions": { effort: "small", guilty: { attributes: ["content"] } },
  blink: { effort: "small", guilty: "tag" },
  marquee: { effort: "small", guilty: "tag" },
  "html-has-lang": { effort: "small", guilty: "tag" },
  "html-lang-valid": { effort: "small", guilty: { attributes: ["lang"] } },
  "html-xml-lang-mismatch": { effort: "small", guilty: { attributes: ["lang", "xml:lang"] } },
  "valid-lang": { effort: "small", guilty: { attributes: ["lang"] } },
  "scrollable-region-focusable": { effort: "small", guilty: "tag" },
  tabindex: { effort: "small", guilty: { attributes: ["tabindex"] } },
  accesskeys: { effort: "small", guilty: { attributes: ["accesskey"] } },
};

/** The rules that have plain-language advice. */
export const rulesWithAdvice: readonly string[] = Object.keys(details);

type RuleTexts = { help?: string | null | undefined; description?: string | null | undefined };

const LONGEST_END = 50;
// Thai, Lao, Khmer and Burmese sentences end without punctuation; Chinese and Japanese use a full stop of their own.
const IS_COMPLETE =
  // Backtracks, but is only asked about the end of a text.
  /(?:[\p{Sentence_Terminal}…]["'“”‘’»«」』)\]]*|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*)$/u;
const ENDS_EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;

const withStop = (text: string) => {
  const sentence = text.trim();
  if (IS_COMPLETE.test(sentence.slice(-LONGEST_END))) return sentence;
  return ENDS_EAST_ASIAN.test(sentence) ? `${sentence}。` : `${sentence}.`;
};

/** Returns plain-language advice on a rule, or the engine's own texts for a rule without it. */
export const adviseOnRule = (ruleId: string, { help, description }: RuleTexts = {}): RuleAdvice => {
  if (isKeyOf(details, ruleId)) return { ...advice[ruleId], ...details[ruleId] };
  return {
    who: adviceFallback.who,
    why: description ? withStop(description) : adviceFallback.why,
    fix: help ? withStop(help) : adviceFallback.fix({ rule: ruleId }),
    effort: "medium",
    guilty: "tag",
  };
};
