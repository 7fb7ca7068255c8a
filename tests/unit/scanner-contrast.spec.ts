import { expect, test } from "@playwright/test";
import {
  type Color,
  type ContrastLevel,
  contrastRatio,
  judgeContrast,
  type Picture,
} from "@/server/scanner/page/judge-contrast";
import type { ContrastTarget } from "@/server/scanner/page/rules/read-contrast-target";

const width = 40;
const height = 20;
const mark: Color = [255, 0, 255];

const paint = (colorAt: (x: number, y: number) => Color): Picture => {
  const pixels = Array.from({ length: width * height }, (_, at) => colorAt(at % width, Math.floor(at / width)));
  return { width, height, channels: 3, data: pixels.flat() };
};

/** Every other column is a stroke of the text. */
const isStroke = (x: number) => x % 2 === 0;

const assess = (
  color: ContrastTarget["color"],
  background: (x: number) => Color,
  extra: Partial<ContrastTarget> = {},
  level: ContrastLevel = "AA",
) => {
  const lines = [{ x: 0, y: 0, width, height }];
  const target = { number: 0, color, isLarge: false, hasShadow: false, font: "16px", lines, ...extra };
  const empty = paint(background);
  const marked = paint((x) => (isStroke(x) ? mark : background(x)));
  return judgeContrast(target, { width, empty, marked }, level);
};

const white = (): Color => [255, 255, 255];

test("the contrast ratio of black on white is 21", () => {
  expect(contrastRatio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrastRatio([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

test("text fails if half of its strokes are clearly too faint, and passes if none are", () => {
  expect(assess([170, 170, 170, 1], white)).toMatchObject({ outcome: "fail", required: 4.5 });
  expect(assess([90, 90, 90, 1], white)).toMatchObject({ outcome: "pass" });
  const halfDark = (x: number): Color => (x < 20 ? [255, 255, 255] : [60, 60, 60]);
  expect(assess([90, 90, 90, 1], halfDark)).toMatchObject({ outcome: "fail" });
});

test("text has no outcome if only a few strokes are too faint, or if its contrast is close to the limit", () => {
  const mostlyWhite = (x: number): Color => (x < 30 ? [255, 255, 255] : [60, 60, 60]);
  expect(assess([90, 90, 90, 1], mostlyWhite)).toBeNull();
  expect(assess([118, 118, 118, 1], white)).toBeNull();
});

test("large text requires less contrast, and semi-transparent text is blended with its background", () => {
  expect(assess([140, 140, 140, 1], white)).toMatchObject({ outcome: "fail" });
  expect(assess([140, 140, 140, 1], white, { isLarge: true })).toMatchObject({ outcome: "pass", required: 3 });
  expect(assess([0, 0, 0, 0.3], white)).toMatchObject({ outcome: "fail", text: [178.5, 178.5, 178.5] });
});

test("level AAA requires more contrast, even for large text", () => {
  expect(assess([102, 102, 102, 1], white, {}, "AAA")).toMatchObject({ outcome: "fail", required: 7 });
  expect(assess([70, 70, 70, 1], white, {}, "AAA")).toMatchObject({ outcome: "pass", required: 7 });
  expect(assess([140, 140, 140, 1], white, { isLarge: true }, "AAA")).toMatchObject({ outcome: "fail", required: 4.5 });
  expect(assess([102, 102, 102, 1], white, { isLarge: true }, "AAA")).toMatchObject({ outcome: "pass" });
});

test("text with a shadow never fails", () => {
  expect(assess([170, 170, 170, 1], white, { hasShadow: true })).toBeNull();
});

test("text has no outcome if it is hidden, or if anything other than the text has changed", () => {
  const lines = [{ x: 0, y: 0, width, height }];
  const target: ContrastTarget = {
    ...{ number: 0, color: [170, 170, 170, 1], isLarge: false, hasShadow: false, font: "16px", lines },
  };
  const empty = paint(white);
  expect(judgeContrast(target, { width, empty, marked: empty })).toBeNull();
  const moved = paint((x, y) => (isStroke(x) ? mark : y < 10 ? [0, 200, 0] : [255, 255, 255]));
  expect(judgeContrast(target, { width, empty, marked: moved })).toBeNull();
});
