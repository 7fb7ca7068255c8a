import { decode } from "fast-png";

/**
 * The largest difference in a colour channel, from 0 to 255, that nobody sees. Chromium doesn't always draw the same
 * thing in exactly the same colours: the corners of rounded boxes can differ by 1.
 */
const UNSEEN = 2;

/** Reports whether two pictures in PNG format look the same to people. */
export const isSamePicture = (one: Buffer, other: Buffer): boolean => {
  if (one.equals(other)) return true;
  const [first, second] = [decode(one), decode(other)];
  if (first.width !== second.width || first.data.length !== second.data.length) return false;
  return first.data.every((value, index) => Math.abs(value - (second.data[index] ?? 0)) <= UNSEEN);
};
