import sharp from "sharp";
import type { PageResult, Screenshot, StripPicture } from "@/server/scanner/contract";
import { axeOf, pageOf } from "./scans";

/** Returns a single-colour screenshot, as a scanner sends it; the image has half the page's width and height. */
export const screenshotIn = async (background: string, width = 800, height = 1_200): Promise<Screenshot> => {
  const create = { width: width / 2, height: height / 2, channels: 3 as const, background };
  const file = await sharp({ create }).webp({ quality: 45 }).toBuffer();
  return { content_type: "image/webp", width, height, data: file.toString("base64") };
};

const axe = axeOf([
  { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#buy", "#pay"], passed: 1 },
]);

export const boxOfBuy = { x: 40, y: 600, width: 120, height: 40 };

export const placeOfBuy = {
  role: "button",
  name: null,
  states: ["disabled"],
  path: [
    { role: "main", name: null, level: null },
    { role: "heading", name: "Cart", level: 1 },
  ],
};

/** Returns the result of a page with two failing buttons, only one of which is in the screenshot. */
export const picturedPage = async (url: string, colour = "#2a6"): Promise<PageResult> => {
  const violations = axe.violations.map((rule) => ({
    ...rule,
    nodes: rule.nodes.map((node) =>
      node.selector === "#buy" ? { ...node, box: boxOfBuy, accessibility: placeOfBuy } : node,
    ),
  }));
  return pageOf(url, { axe: { ...axe, violations }, screenshot: await screenshotIn(colour) });
};

/** Returns a single-colour picture for a strip, in the format that a scanner sends. */
export const stripPictureIn = async (
  state: StripPicture["state"],
  background: string,
  box: StripPicture["box"] = null,
): Promise<StripPicture> => {
  const { width, height, data } = await screenshotIn(background, 320, 180);
  return { state, window_width: 1_280, width, height, box, content_type: "image/webp", data };
};

/** Returns the result of a page, including its screenshot and a strip for one of its failing buttons. */
export const stripPage = async (url: string, colours = ["#00f", "#0a0"]): Promise<PageResult> => {
  const page = await picturedPage(url);
  const [before = "", after = ""] = colours;
  const pictures = [
    await stripPictureIn("without_focus", before),
    await stripPictureIn("with_focus", after, { x: 100, y: 60, width: 120, height: 40 }),
  ];
  const violations = (page.axe?.violations ?? []).map((rule) => ({
    ...rule,
    nodes: rule.nodes.map((node) => (node.selector === "#buy" ? { ...node, strip: 0 } : node)),
  }));
  return { ...page, axe: page.axe && { ...page.axe, violations }, strips: [{ pictures }] };
};
