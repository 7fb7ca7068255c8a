import { imageFileName, imageFillerName } from "./image-names";
import {
  clippedText,
  focusVisible,
  keyboardTrap,
  mouseOnly,
  orientationLock,
  pageLanguage,
  partLanguage,
  reflow,
} from "./observed-rules";
import type { OwnRule } from "./own-rule";
import { placeholderTitle } from "./page-title";
import { prohibitedName } from "./prohibited-names";
import { vagueHeading, vagueLinkName } from "./vague-texts";

/** Our own rules, which axe runs along with its own. */
export const ownRules: readonly OwnRule[] = [
  clippedText,
  focusVisible,
  imageFileName,
  imageFillerName,
  keyboardTrap,
  mouseOnly,
  orientationLock,
  pageLanguage,
  partLanguage,
  placeholderTitle,
  prohibitedName,
  reflow,
  vagueHeading,
  vagueLinkName,
];
