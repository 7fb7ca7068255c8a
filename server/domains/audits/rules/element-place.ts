import { elements as texts } from "@/messages/texts/elements";
import { states as stateTexts } from "@/messages/texts/states";
import type { AccessibilityInfo, Box, ElementBox, StripPicture } from "@/server/scanner/contract";
import { cropWithin } from "@/server/scanner/crop-within";
import type { ReachStep } from "@/server/scanner/states";

type Step = AccessibilityInfo["path"][number];

/** Describes a landmark, heading or element in words, such as "navigation “Main”". */
const describeStep = ({
  role,
  name,
  level = null,
}: Pick<AccessibilityInfo, "role" | "name"> & { level?: number | null }): string => {
  if (role === "heading" && level !== null)
    return name ? texts.headingNamed({ level, name }) : texts.heading({ level });
  if (role) return name ? texts.named({ role, name }) : texts.nameless({ role });
  return name ? texts.anyNamed({ name }) : texts.any;
};

/** Describes a landmark. Returns only its role if it has no name, which is usually the case. */
export const describeLandmark = (step: Step): string =>
  step.name || step.level !== null ? describeStep(step) : step.role;

/** Describes an element, the landmark that contains it and the heading above it. */
const describePlace = (info: AccessibilityInfo): string => {
  const element = describeStep(info);
  const landmark = info.path.findLast(({ role }) => role !== "heading");
  const heading = info.path.findLast(({ role }) => role === "heading");
  const [place, above] = [landmark && describeLandmark(landmark), heading && describeStep(heading)];
  if (place && above) return texts.insideUnder({ element, place, heading: above });
  if (place) return texts.inside({ element, place });
  return above ? texts.under({ element, place: above }) : element;
};

/** Returns the text alternative for a screenshot in which an element is outlined. */
export const describePicture = (info: AccessibilityInfo | null, { is_frame }: Pick<ElementBox, "is_frame">): string => {
  if (is_frame) return texts.framePicture;
  return info ? texts.picture({ element: describePlace(info) }) : texts.plainPicture;
};

type StateOfPage = Pick<StripPicture, "state" | "window_width">;

/** Returns the caption of a picture in a strip. */
export const describeState = ({ state, window_width: width }: StateOfPage): string =>
  state === "usual_window" || state === "narrow_window" ? texts.strip.window({ width }) : texts.strip.states[state];

/** Returns the text alternative for a picture in a strip. */
export const describeStripPicture = (picture: StateOfPage, info: AccessibilityInfo | null): string => {
  const state = describeState(picture);
  return info ? texts.strip.alt({ state, element: describePlace(info) }) : texts.strip.anyAlt({ state });
};

const limits = {
  margin: 80,
  least: { width: 560, height: 240 },
  most: { width: Number.POSITIVE_INFINITY, height: 640 },
};

/** Returns the part of a screenshot that shows an element in its surroundings, in the units of the arguments. */
export const cropAround = (box: Box, picture: { width: number; height: number }): Box =>
  cropWithin(box, picture, limits);

const describeReachStep = ({ action, name }: ReachStep): string =>
  action === "scroll" ? stateTexts.steps.scroll : stateTexts.steps[action]({ name });

/** Describes in words how to reach a state of a page. */
export const describeReach = (steps: readonly ReachStep[]): string =>
  steps.map(describeReachStep).reduce((before, step) => (before === "" ? step : stateTexts.then({ before, step })), "");
