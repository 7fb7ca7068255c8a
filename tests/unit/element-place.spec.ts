import { expect, test } from "@playwright/test";
import { cropAround, describePicture } from "@/server/domains/audits/rules";

const picture = { width: 1_280, height: 4_000 };

test("a crop shows the element in its surroundings and stays within the screenshot", () => {
  expect(cropAround({ x: 600, y: 2_000, width: 80, height: 40 }, picture)).toEqual({
    x: 360,
    y: 1_900,
    width: 560,
    height: 240,
  });
  expect(cropAround({ x: 0, y: 0, width: 10, height: 10 }, picture)).toMatchObject({ x: 0, y: 0 });
  expect(cropAround({ x: 1_270, y: 3_990, width: 10, height: 10 }, picture)).toMatchObject({ x: 720, y: 3_760 });
  expect(cropAround({ x: 0, y: 1_000, width: 1_280, height: 3_000 }, picture)).toEqual({
    x: 0,
    y: 980,
    width: 1_280,
    height: 640,
  });
  expect(cropAround({ x: 5, y: 5, width: 10, height: 10 }, { width: 300, height: 100 })).toEqual({
    x: 0,
    y: 0,
    width: 300,
    height: 100,
  });
});

test("the text alternative states what is outlined and where it is", () => {
  const main = { role: "main", name: null, level: null };
  const nav = { role: "navigation", name: "Shop", level: null };
  const heading = { role: "heading", name: "Offers", level: 2 };
  const link = { role: "link", name: "Read more", states: [], path: [main, nav] };
  const start = "Screenshot of the page with the element outlined";
  expect(describePicture(link, {})).toBe(`${start}: link “Read more”, in navigation “Shop”`);
  expect(describePicture({ ...link, name: null, path: [main, heading] }, {})).toBe(
    `${start}: link without a name, in main, under heading level 2 “Offers”`,
  );
  expect(describePicture({ role: null, name: null, states: [], path: [] }, {})).toBe(
    `${start}: element without a role or name`,
  );
  expect(describePicture(null, {})).toBe(start);
  expect(describePicture(null, { is_frame: true })).toBe(
    "Screenshot of the page, with an outline around the frame that contains the element",
  );
});
