import type { hasPauseControl, hasStopControl } from "./find-stop-control";
import type { Observations } from "./observations";
import type { Outcome } from "./own-rule";

/** What an element does during one cycle of an infinite animation. */
export interface Motion {
  /** The distance by which the element moves on the screen, in CSS pixels. */
  distance: number;
  /** Whether the element disappears and comes back. */
  blinks: boolean;
  isShown: boolean;
}

export interface MotionWatch {
  /**
   * Records infinite animations and videos that play automatically. Returns the number of elements. Animations that
   * respect a preference for reduced motion have stopped, because the scanner's browser is set to that preference.
   */
  noteMotion(): number;
}

interface Tools {
  findSvgMotion: typeof findSvgMotion;
  hasPauseControl: typeof hasPauseControl;
  hasStopControl: typeof hasStopControl;
  isIndicator: typeof isIndicator;
  judgeMotion: typeof judgeMotion;
  judgeVideo: typeof judgeVideo;
  sampleMotion: typeof sampleMotion;
}

/** Runs in the page: moves an animation through one cycle and back to where it was, without the page noticing. */
export const sampleMotion = (animation: Animation, element: Element): Motion => {
  const STEPS = 12;
  const { duration } = animation.effect?.getComputedTiming() ?? {};
  const round = typeof duration === "number" ? duration : 0;
  const before = animation.currentTime;
  const places: { x: number; y: number; isShown: boolean; opacity: number }[] = [];
  try {
    for (let step = 0; step < STEPS; step += 1) {
      animation.currentTime = (round * (step + 0.01)) / STEPS;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && width * height > 200;
      const opacity = isShown ? Number.parseFloat(getComputedStyle(element).opacity) : 0;
      places.push({ x: left + width / 2, y: top + height / 2, isShown, opacity });
    }
  } finally {
    animation.currentTime = before;
  }
  const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  const opacities = places.map(({ opacity }) => opacity);
  return {
    distance: Math.hypot(spread(places.map(({ x }) => x)), spread(places.map(({ y }) => y))),
    blinks: Math.max(...opacities) > 0.7 && Math.min(...opacities) < 0.3,
    isShown: places.some(({ isShown }) => isShown),
  };
};

/**
 * Runs in the page: reports whether an element's motion may be essential, because it shows that something is in
 * progress.
 */
export const isIndicator = (element: Element): boolean => {
  const names =
    /(?<!lazy[-_]?)load(?!ed)|spin|skelet|shimmer|placeholder|progress|typing|ripple|confetti|(?<![a-z])(?:wait|cursor|caret|busy|live|record)(?![a-z])/i;
  /** Maximum length of a message such as "Loading". Longer text is content. */
  const LONGEST = 60;
  const words =
    /(?<![a-z])(?:load(?:ing|s)?|wait(?:ing)?|typing|progress|busy|live|record(?:ing|s)?|connecting|searching)(?![a-z])/i;
  const roles = "[role='progressbar'], [role='status'], [role='alert'], [role='img'], [aria-busy='true'], progress";
  const inside = [...element.querySelectorAll("*")].slice(0, 50);
  const isNamed = (each: Element): boolean =>
    names.test(`${each.id.slice(0, 200)} ${each.getAttribute("class")?.slice(0, 500) ?? ""}`);
  const isNote = (text: string): boolean => text.length <= LONGEST && words.test(text);
  const parent = pageTree.parentOf(element);
  const outer = [element, parent, parent && pageTree.parentOf(parent)];
  return (
    pageTree.closest(element, roles) !== null ||
    [...outer, ...inside].some((each) => each !== null && isNamed(each)) ||
    isNote((element.textContent ?? "").slice(0, 200).trim())
  );
};

/**
 * Runs in the page: checks an element with an infinite animation. Text and pictures that move a long way, and text that
 * blinks, fail. Shorter movements and blinking pictures need review. Returns null if there is nothing to report, as
 * with decoration, rotating icons and tiny movements.
 */
export const judgeMotion = (element: Element, { distance, blinks, isShown }: Motion): { outcome: Outcome } | null => {
  const FAR = 60;
  const NEAR = 8;
  const text = (element.textContent ?? "").slice(0, 5_000).replace(/\s+/g, " ").trim();
  const hasText = /\p{L}\p{L}/u.test(text);
  const pictures = [element, ...element.querySelectorAll("img, picture, video")].slice(0, 20);
  const hasPicture = pictures.some((each) => {
    const { width, height } = each.getBoundingClientRect();
    return each.matches("img, picture, video") && width * height > 5_000;
  });
  if (!isShown || (!hasText && !hasPicture)) return null;
  const others = pageTree.readText().replace(/\s+/g, " ").trim().length - text.length;
  if (others < 20) return null;
  if (distance > FAR || (blinks && hasText)) return { outcome: false };
  return distance > NEAR || blinks ? { outcome: undefined } : null;
};

/**
 * Runs in the page: checks a video that plays without controls. Streams, such as those from cameras, and videos that
 * aren't set to play automatically need review. Returns null if there is nothing to report.
 */
export const judgeVideo = (video: HTMLVideoElement): { outcome: Outcome } | null => {
  const { width, height } = video.getBoundingClientRect();
  const isShown = video.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && width * height > 10_000;
  const isLong = video.loop || video.duration > 5;
  if (video.controls || video.paused || video.currentTime === 0 || !isLong || !isShown) return null;
  return { outcome: video.srcObject === null && video.autoplay ? false : undefined };
};

/**
 * Runs in the page: returns the parts of inline SVG images that animation elements move indefinitely. Such elements
 * ignore a preference for reduced motion. Small movements and those of decoration need review; icons aren't returned.
 */
export const findSvgMotion = (): { element: Element; outcome: Outcome }[] => {
  const [MOST, LARGE, SMALL] = [50, 9_000, 1_600];
  const moving = /^(?:x|y|[cr]?[xy][12]?|r|width|height|d|points|viewBox|transform|stroke-dashoffset|offset)$/;
  const targetOf = (animation: SVGAnimationElement): Element | null =>
    animation.targetElement ?? animation.parentElement;
  const isEndless = (animation: SVGAnimationElement): boolean =>
    ["repeatCount", "repeatDur"].some((name) => animation.getAttribute(name)?.trim() === "indefinite");
  /** Animations that begin with an event, such as a click, don't start automatically. */
  const isStarted = (animation: SVGAnimationElement): boolean =>
    (animation.getAttribute("begin") ?? "")
      .slice(0, 200)
      .split(";")
      .some((begin) => /^[+-]?[\d.:]*(?:h|min|s|ms)?$/.test(begin.trim()));
  const isMoving = (animation: SVGAnimationElement): boolean =>
    animation.localName !== "animate" || moving.test(animation.getAttribute("attributeName") ?? "");
  const isRunning = (target: Element): boolean => {
    const svg = target instanceof SVGElement ? (target.ownerSVGElement ?? target) : null;
    return svg instanceof SVGSVGElement && !svg.animationsPaused();
  };
  return pageTree
    .findAll<SVGAnimationElement>("svg animate, svg animateTransform, svg animateMotion")
    .slice(0, MOST)
    .flatMap((animation) => {
      const element = targetOf(animation);
      if (!element || !isEndless(animation) || !isStarted(animation) || !isMoving(animation) || !isRunning(element))
        return [];
      const { width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
      if (!isShown || width * height < SMALL || element.closest("a, button, defs, pattern, mask, clipPath")) return [];
      const isInformation = pageTree.closest(element, "[aria-hidden='true']") === null && width * height >= LARGE;
      return [{ element, outcome: isInformation ? false : undefined }];
    });
};

/** Runs in the page. Animations have been paused by now. Only their styles show whether they would run. */
export const createMotionWatch = (tools: Tools, note: Observations["note"]): MotionWatch => {
  const MOST = 100;
  const targetOf = ({ effect }: Animation): Element | null =>
    effect instanceof KeyframeEffect && effect.pseudoElement === null ? effect.target : null;
  const isEndless = (animation: Animation): boolean =>
    animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
  const isStopped = (animation: Animation, element: Element): boolean =>
    animation instanceof CSSAnimation && /paused/.test(getComputedStyle(element).animationPlayState);
  const isAlone = (animation: Animation): boolean => animation.timeline instanceof DocumentTimeline;
  const judge = (animation: Animation) => {
    const element = targetOf(animation);
    if (!element || !isAlone(animation) || isStopped(animation, element) || tools.isIndicator(element)) return [];
    const judged = tools.judgeMotion(element, tools.sampleMotion(animation, element));
    const isCertain = animation instanceof CSSAnimation && animation.playbackRate !== 0;
    return judged ? [{ element, outcome: isCertain ? judged.outcome : undefined }] : [];
  };
  const judgePlayer = (element: HTMLVideoElement) => {
    const judged = tools.judgeVideo(element);
    return judged ? [{ element, outcome: judged.outcome }] : [];
  };
  return {
    noteMotion: () => {
      const animations = pageTree.listAnimations().filter(isEndless).slice(0, MOST).flatMap(judge);
      const videos = pageTree.findAll("video").slice(0, MOST).flatMap(judgePlayer);
      const drawings = tools.findSvgMotion().filter(({ element }) => !tools.isIndicator(element));
      if (animations.length + videos.length + drawings.length === 0) return 0;
      const mayStop = tools.hasStopControl();
      const found = new Map<Element, Outcome>();
      const all = [...animations, ...videos, ...drawings].filter(({ element }) => !tools.hasPauseControl(element));
      for (const { element, outcome } of all.slice(0, 20))
        if (found.get(element) !== false) found.set(element, mayStop ? undefined : outcome);
      for (const [element, outcome] of found) note("moving-content", [element], outcome);
      return found.size;
    },
  };
};
