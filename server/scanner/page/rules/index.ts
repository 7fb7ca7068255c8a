import { ambiguousLink } from "./ambiguous-links";
import { changeRules } from "./change-rules";
import { labelElsewhere, labelNotInName, unnamedEditor } from "./field-labels";
import { formRules } from "./form-rules";
import { generatedTextContrast } from "./generated-text-contrast";
import { imageFileName, imageFillerName } from "./image-names";
import { audioTranscript, videoDescription } from "./media-alternatives";
import { missingState } from "./missing-state";
import { observedRules } from "./observed-rules";
import type { OwnRule } from "./own-rule";
import { placeholderTitle } from "./page-title";
import { placeholderContrast } from "./placeholder-contrast";
import { prohibitedName } from "./prohibited-names";
import { soundControl } from "./sound-control";
import { vagueHeading, vagueLinkName } from "./vague-texts";

/** Our own rules, which axe runs together with its own. */
export const ownRules: readonly OwnRule[] = [
  ...observedRules,
  ...changeRules,
  ...formRules,
  ambiguousLink,
  audioTranscript,
  generatedTextContrast,
  imageFileName,
  imageFillerName,
  labelElsewhere,
  labelNotInName,
  missingState,
  placeholderContrast,
  placeholderTitle,
  prohibitedName,
  soundControl,
  unnamedEditor,
  vagueHeading,
  vagueLinkName,
  videoDescription,
];
