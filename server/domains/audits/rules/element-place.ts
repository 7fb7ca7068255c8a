import { elements as texts } from "@/messages/texts/elements";
import type { AccessibilityInfo, Box } from "@/server/scanner/contract";

type Step = AccessibilityInfo["path"][number];

/** Describes a landmark, heading or element in words, such as: navigation “Main”. */
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

/** Describes a landmark. If it has no name, as is usual, returns only its role. */
export const describeLandmark = (step: Step): string =>
  step.name || step.level !== null ? describeStep(step) : step.role;

/** Returns the text alternative of a screenshot in which an element is outlined. */
export const describePicture = (info: AccessibilityInfo | null): string => {
  if (!info) return texts.plainPicture;
  const element = describeStep(info);
  const landmark = info.path.findLast(({ role }) => role !== "heading");
  const heading = info.path.findLast(({ role }) => role === "heading");
  const [place, above] = [landmark && describeLandmark(landmark), heading && describeStep(heading)];
  if (place && above) return texts.picture({ element: texts.insideUnder({ element, place, heading: above }) });
  if (place) return texts.picture({ element: texts.inside({ element, place }) });
  return texts.picture({ element: above ? texts.under({ element, place: above }) : element });
};

const MARGIN = 80;
const LEAST = { width: 560, height: 240 };
const MOST_HEIGHT = 640;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/**
 * Returns the part of a screenshot that shows an element in its surroundings, in the units of the arguments. If the
 * element is too tall, shows its top.
 */
export const cropAround = (box: Box, picture: { width: number; height: number }): Box => {
  const width = Math.min(picture.width, Math.max(LEAST.width, box.width + 2 * MARGIN));
  const height = Math.min(picture.height, clamp(box.height + 2 * MARGIN, LEAST.height, MOST_HEIGHT));
  const isTall = box.height > height;
  return {
    x: clamp(box.x + box.width / 2 - width / 2, 0, picture.width - width),
    y: clamp(isTall ? box.y - MARGIN / 4 : box.y + box.height / 2 - height / 2, 0, picture.height - height),
    width,
    height,
  };
};
