import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { convertToRgb, logoFault } from "@/server/domains/reports/logo";
import { makePng } from "../support/report/pictures";

const jpeg = async (colours: "cmyk" | "srgb" | "b-w"): Promise<string> => {
  const picture = sharp({ create: { width: 90, height: 40, channels: 3, background: "#0b5fff" } });
  const file = await picture.toColourspace(colours).jpeg().toBuffer();
  return `data:image/jpeg;base64,${file.toString("base64")}`;
};

test("converts CMYK images to RGB, leaves other images as they are, and rejects what can't be decoded", async () => {
  const cmyk = await jpeg("cmyk");
  expect(logoFault(cmyk)).toBeNull();
  const converted = (await convertToRgb(cmyk)) ?? "";
  expect(converted).toMatch(/^data:image\/png;base64,/);
  const { space, width, height } = await sharp(Buffer.from(converted.split(",")[1] ?? "", "base64")).metadata();
  expect({ space, width, height }).toEqual({ space: "srgb", width: 90, height: 40 });
  const png = `data:image/png;base64,${makePng({ width: 3, height: 2 }).toString("base64")}`;
  for (const image of [png, await jpeg("srgb"), await jpeg("b-w")]) expect(await convertToRgb(image)).toBe(image);
  expect(await convertToRgb(cmyk.slice(0, cmyk.length / 2))).toBeNull();
});
