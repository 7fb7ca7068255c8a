import { expect, test } from "@playwright/test";
import { encode } from "fast-png";
import { isSamePicture } from "@/server/scanner/page/compare-pictures";

const size = { width: 40, height: 30 };

/** Returns a grey picture in which one pixel has a different red value. */
const pictureOf = ({ width, height }: { width: number; height: number }, red = 120): Buffer => {
  const data = new Uint8Array(width * height * 4).fill(120);
  data[4 * 500] = red;
  return Buffer.from(encode({ width, height, data, channels: 4 }));
};

test("pictures whose colours differ by no more than two levels look the same", () => {
  expect(isSamePicture(pictureOf(size), pictureOf(size))).toBe(true);
  for (const red of [118, 119, 121, 122])
    expect(isSamePicture(pictureOf(size), pictureOf(size, red)), `${red}`).toBe(true);
  for (const red of [0, 117, 123, 255])
    expect(isSamePicture(pictureOf(size), pictureOf(size, red)), `${red}`).toBe(false);
});

test("pictures of different sizes don't look the same", () => {
  expect(isSamePicture(pictureOf(size), pictureOf({ width: 30, height: 40 }))).toBe(false);
  expect(isSamePicture(pictureOf(size), pictureOf({ width: 40, height: 31 }))).toBe(false);
});
