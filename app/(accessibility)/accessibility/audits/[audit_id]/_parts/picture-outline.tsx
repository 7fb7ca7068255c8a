import type { Finding } from "./use-triage";

type Box = NonNullable<Finding["screenshot"]>["box"];

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** Returns the position and size of a box within another box, as styles for an absolutely positioned element. */
export const placeWithin = (box: Box, { x, y, width, height }: Box) => ({
  left: percent(box.x - x, width),
  top: percent(box.y - y, height),
  width: percent(box.width, width),
  height: percent(box.height, height),
});

/** The outline around an element, in a picture that shows only the part `within`. */
export const PictureOutline = ({ box, within }: { box: Box; within: Box }) => (
  <div
    aria-hidden="true"
    className="absolute rounded-sm outline-3 outline-offset-2 outline-[#d6003c] ring-8 ring-white/80"
    style={placeWithin(box, within)}
  />
);
