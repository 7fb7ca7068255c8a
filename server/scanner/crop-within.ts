import type { Box } from "./page-result";

export interface CropLimits {
  /** Space around the element. */
  margin: number;
  least: { width: number; height: number };
  most: { width: number; height: number };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/**
 * Returns the part of a picture that shows an element and its surroundings, in the same units as the arguments. If the
 * element is too tall or too wide, this part shows only the start of the element.
 */
export const cropWithin = (
  box: Box,
  picture: { width: number; height: number },
  { margin, least, most }: CropLimits,
): Box => {
  const width = Math.min(picture.width, clamp(box.width + 2 * margin, least.width, most.width));
  const height = Math.min(picture.height, clamp(box.height + 2 * margin, least.height, most.height));
  const startOf = (start: number, length: number, shown: number): number =>
    length > shown ? start - margin / 4 : start + length / 2 - shown / 2;
  return {
    x: clamp(startOf(box.x, box.width, width), 0, picture.width - width),
    y: clamp(startOf(box.y, box.height, height), 0, picture.height - height),
    width,
    height,
  };
};
