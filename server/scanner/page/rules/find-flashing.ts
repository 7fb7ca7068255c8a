import type { createInks, Inks } from "./find-faint-controls";
import type { Outcome } from "./own-rule";

interface Colour {
  rgb: [number, number, number];
  alpha: number;
}

export interface FlashReader {
  /**
   * Returns the luminance at points across an element; null where there isn't a single colour, or where something
   * covers the element.
   */
  readPoints(element: Element): (number | null)[];
  /** The visible size of an element, after scrolling to it. */
  sizeOf(element: Element): { width: number; height: number };
}

/** Runs in the page. Luminance is relative, as in WCAG. */
export const createFlashReader = (inks: Pick<Inks, "contrast">): FlashReader => {
  const POINTS = [0.1, 0.5, 0.9];
  const WHITE: Colour = { rgb: [255, 255, 255], alpha: 1 };
  const parse = (value: string): Colour | null => {
    const numbers = /^rgba?\(/.test(value) ? (value.match(/[\d.]+/g) ?? []).map(Number) : [];
    const [red, green, blue, alpha = 1] = numbers;
    return red === undefined || green === undefined || blue === undefined ? null : { rgb: [red, green, blue], alpha };
  };
  const luminanceOf = (rgb: readonly number[]): number =>
    (inks.contrast(`rgb(${rgb.map(Math.round).join()})`, "rgb(0, 0, 0)") - 1) * 0.05;
  const isPicture = (element: Element): boolean =>
    element.matches("img, svg, canvas, video, iframe, picture, object, input, select, textarea") ||
    getComputedStyle(element).backgroundImage !== "none";
  const opacityOf = (element: Element): number => {
    const { opacity, visibility } = getComputedStyle(element);
    return visibility === "visible" ? Number.parseFloat(opacity) : 0;
  };
  /**
   * Returns the luminance of the blended backgrounds at a point; null if a colour is unknown, or if the animated
   * element isn't at that point.
   */
  const readPoint = (target: Element, x: number, y: number): number | null => {
    const stack = pageTree.elementsAt(x, y).slice(0, 40);
    if (!stack.some((each) => pageTree.contains(each, target) || pageTree.contains(target, each))) return null;
    let [rgb, share]: [[number, number, number], number] = [[0, 0, 0], 1];
    const add = ({ rgb: [red, green, blue], alpha }: Colour): void => {
      rgb = [rgb[0] + red * alpha * share, rgb[1] + green * alpha * share, rgb[2] + blue * alpha * share];
      share *= 1 - alpha;
    };
    for (const each of stack) {
      const colour = parse(getComputedStyle(each).backgroundColor);
      if (isPicture(each) || !colour) return null;
      const faded = pageTree.contains(target, each) ? opacityOf(target) : 1;
      add({ rgb: colour.rgb, alpha: colour.alpha * faded * (each === target ? 1 : opacityOf(each)) });
    }
    add(WHITE);
    return luminanceOf(rgb);
  };
  const visibleBox = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [Math.max(0, left), Math.max(0, top)];
    const width = Math.max(0, Math.min(right, document.documentElement.clientWidth) - x);
    return { x, y, width, height: Math.max(0, Math.min(bottom, innerHeight) - y) };
  };
  return {
    sizeOf: (element) => {
      element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      return visibleBox(element);
    },
    readPoints: (element) => {
      const { x, y, width, height } = visibleBox(element);
      return POINTS.flatMap((across) =>
        POINTS.map((down) => readPoint(element, x + width * across, y + height * down)),
      );
    },
  };
};

/** Runs in the page: counts luminance changes of at least 0.1 whose darker colour has a luminance below 0.8. */
export const countSwings = (values: readonly number[]): number => {
  let [swings, pivot, direction] = [0, values[0] ?? 0, 0];
  for (const value of values) {
    const change = value - pivot;
    const goesOn = direction !== 0 && Math.sign(change) === direction;
    const isSwing = !goesOn && Math.abs(change) >= 0.1 && Math.min(value, pivot) < 0.8;
    if (isSwing) [swings, direction] = [swings + 1, Math.sign(change)];
    if (goesOn || isSwing) pivot = value;
  }
  return swings;
};

/**
 * Runs in the page: returns how many times a second an animation flashes, where a flash is a change in luminance
 * followed by a change back; 0 if it flashes no more than three times a second. Moves the animation through two cycles
 * and then back to where it was, which the page can't detect.
 */
export const countFlashes = (
  animation: Animation,
  read: () => (number | null)[],
  count: typeof countSwings,
): number => {
  const SAMPLES = 48;
  const { duration, endTime, delay = 0 } = animation.effect?.getComputedTiming() ?? {};
  if (typeof duration !== "number" || typeof endTime !== "number" || duration <= 0) return 0;
  const span = Math.min(duration * 2, endTime - delay);
  const before = animation.currentTime;
  const rows: (number | null)[][] = [];
  try {
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      animation.currentTime = delay + (span * (sample + 0.5)) / SAMPLES;
      rows.push(read());
    }
  } finally {
    animation.currentTime = before;
  }
  const swingsAt = (point: number): number => {
    const values = rows.flatMap((row) => row[point] ?? []);
    const isEndless = endTime === Number.POSITIVE_INFINITY;
    return values.length < rows.length ? 0 : count(isEndless ? [...values, ...values.slice(0, 1)] : values);
  };
  const swings = Math.min(...(rows[0] ?? []).map((_, point) => swingsAt(point)));
  const rate = (swings / 2 / span) * 1_000;
  const most = rate * Math.min(1, (endTime - delay) / 1_000);
  return Number.isFinite(most) && most > 3 ? rate : 0;
};

interface Tools {
  countFlashes: typeof countFlashes;
  countSwings: typeof countSwings;
  createFlashReader: typeof createFlashReader;
  createInks: typeof createInks;
}

/** Runs in the page: returns large elements that flash more than three times a second because of their styles. */
export const findFlashing = (tools: Tools): { element: Element; outcome: Outcome; detail: string }[] => {
  const MOST = 10;
  /** The size of a ten-degree field of view on a screen of 1024 × 768 pixels, and a quarter of its area. */
  const [WIDTH, HEIGHT, AREA] = [341, 256, 21_824];
  const isFast = (animation: Animation): boolean => {
    const { effect } = animation;
    const duration = effect?.getComputedTiming().duration;
    if (!(effect instanceof KeyframeEffect) || effect.pseudoElement !== null || typeof duration !== "number")
      return false;
    const frames = effect.getKeyframes();
    const changesLight = frames.some((frame) =>
      ["backgroundColor", "opacity", "visibility"].some((name) => name in frame),
    );
    return changesLight && animation instanceof CSSAnimation && (frames.length / 2 / duration) * 1_000 > 3;
  };
  const isOn = (animation: Animation, element: Element): boolean =>
    !getComputedStyle(element).animationPlayState.includes("paused") && animation.timeline instanceof DocumentTimeline;
  const [left, top] = [scrollX, scrollY];
  const reader = tools.createFlashReader(tools.createInks());
  const assess = (animation: Animation) => {
    const element = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
    if (!element || !isOn(animation, element)) return [];
    const { width, height } = reader.sizeOf(element);
    if (width * height < AREA) return [];
    const rate = tools.countFlashes(animation, () => reader.readPoints(element), tools.countSwings);
    if (rate === 0) return [];
    const outcome = width >= WIDTH && height >= HEIGHT ? false : undefined;
    return [{ element, outcome, detail: `${Math.round(rate)} times a second` }];
  };
  const found = pageTree.listAnimations().slice(0, 300).filter(isFast).slice(0, MOST).flatMap(assess);
  scrollTo({ left, top, behavior: "instant" });
  return found;
};
