import { expect, test } from "@playwright/test";
import { contrastOf, nearestPassing, readHex } from "@/server/core/contrast";
import { colourDistance, toOklab } from "@/server/core/oklab";
import { chooseGradient } from "@/server/scanner/fix/choose-gradient";
import { chooseColours } from "@/server/scanner/fix/propose-colours";
import { selectByClass } from "@/server/scanner/fix/style-candidate";

const white = readHex("#ffffff");
const hueOf = (colour: string): number => {
  const [, a, b] = toOklab(readHex(colour));
  return Math.atan2(b, a);
};

test("converts colours to OKLab and measures how different two colours look", () => {
  expect(toOklab(white).map((part) => Math.round(part * 1_000) / 1_000)).toEqual([1, 0, 0]);
  const [lightness, a, b] = toOklab(readHex("#ff0000"));
  expect([lightness, a, b].map((part) => Math.round(part * 1_000))).toEqual([628, 225, 126]);
  expect(colourDistance(readHex("#000000"), white)).toBeCloseTo(1, 3);
});

test("the nearest passing shade has the same hue", () => {
  for (const colour of ["#4e73df", "#1cc88a", "#f6c23e", "#e74a3b"]) {
    const shade = nearestPassing(readHex(colour), white, 4.5);
    expect(shade).not.toBeNull();
    if (!shade) continue;
    expect(contrastOf(shade, white)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(shade, white)).toBeLessThan(4.7);
    const [, x, y] = toOklab(shade);
    expect(Math.abs(Math.atan2(y, x) - hueOf(colour))).toBeLessThan(0.1);
  }
  expect(nearestPassing(readHex("#808080"), readHex("#808080"), 21)).toBeNull();
});

test("first suggests the palette's nearest passing colour of the same hue, then a shade", () => {
  const grey = readHex("#858796");
  const palette = ["#ffffff", "#3a3b45", "#6e707e", "#4e73df"].map(readHex);
  const [first, second] = chooseColours(grey, white, 4.5, palette);
  expect(first).toEqual(readHex("#6e707e"));
  expect(second).toEqual(nearestPassing(grey, white, 4.5));
  expect(chooseColours(readHex("#4e73df"), white, 4.5, palette)).toHaveLength(1);
});

test("a new CSS rule selects elements only by tag and by classes that aren't generated", () => {
  expect(selectByClass('<a class="nav-link active" href="/"></a>')).toBe("a.nav-link");
  expect(selectByClass('<button type="button" class="on"></button>')).toBeNull();
  expect(selectByClass('<a href="/"></a>')).toBeNull();
  expect(selectByClass('<a class="} body{ x:y"></a>')).toBeNull();
});

test("replaces the colours of an opaque gradient with the nearest shades that pass, all darker or all lighter", () => {
  const paint = { colour: "rgb(255, 255, 255)", ground: 0, background: "", isPicture: true, opacity: 1 };
  const choose = (gradient: string, ratio = 4.5, colour = paint.colour) =>
    chooseGradient({ ...paint, colour, gradient }, ratio);
  const darker = choose("linear-gradient(rgb(78, 115, 223) 10%, rgb(34, 74, 190))");
  expect(darker).toMatch(/^linear-gradient\(#[0-9a-f]{6} 10%, #224abe\)$/);
  const [colour = ""] = darker?.match(/#[0-9a-f]{6}/) ?? [];
  expect(contrastOf(readHex(colour), white)).toBeGreaterThanOrEqual(4.5);
  expect(colourDistance(readHex(colour), readHex("#4e73df"))).toBeLessThan(0.05);
  expect(choose("linear-gradient(rgb(34, 74, 190), rgb(20, 40, 90))")).toBeNull();
  expect(choose("linear-gradient(rgba(78, 115, 223, 0.5), rgb(34, 74, 190))")).toBeNull();
  expect(choose("linear-gradient(rgb(250, 250, 250), rgb(34, 74, 190))")).toBeNull();
  expect(choose("linear-gradient(rgb(78, 115, 223), rgb(34, 74, 190))", 4.5, "rgba(255, 255, 255, 0.4)")).toBeNull();
});
