import type { hasPauseControl, hasStopControl } from "./find-stop-control";
import type { Observations } from "./observations";
import type { Outcome } from "./own-rule";
import type { isIndicator } from "./watch-motion";

export interface AnimatedImages {
  /** Returns the URLs of visible images that may be animated. */
  listImages(): string[];
  /**
   * Records images that move for more than five seconds: `image` is an index in the list from `listImages`; `across`
   * and `down` are the fractions of the image's width and height that change. Returns the number of elements recorded.
   */
  noteImages(found: readonly { image: number; across: number; down: number; isUncertain: boolean }[]): number;
}

interface Tools {
  hasPauseControl: typeof hasPauseControl;
  hasStopControl: typeof hasStopControl;
  isIndicator: typeof isIndicator;
}

/** Runs in the page. */
export const createAnimatedImages = (tools: Tools, note: Observations["note"]): AnimatedImages => {
  const MOST = 30;
  const MOST_LOOKED_AT = 1_000;
  /** Areas in square CSS pixels. */
  const [SMALL, LARGE] = [1_000, 5_000];
  const MOST_DATA = 200_000;
  let images: HTMLImageElement[] = [];
  const areaOf = (image: Element): number => {
    const { width, height } = image.getBoundingClientRect();
    return width * height;
  };
  const mayMove = ({ currentSrc: url }: HTMLImageElement): boolean =>
    /^https?:/.test(url) || (/^data:image\/(?:gif|webp|a?png|svg\+xml)[;,]/.test(url) && url.length < MOST_DATA);
  const saysBusy = ({ alt, currentSrc }: HTMLImageElement): boolean => {
    const file = currentSrc.startsWith("data:") ? "" : (currentSrc.slice(0, 2_000).split(/[?#]/)[0] ?? "");
    const words = /(?:^|[^a-z])(?:ajax|load|preload|spin|progress|throbber|typing|wait)/i;
    return words.test(`${alt.slice(0, 300)} ${file.split("/").at(-1)}`);
  };
  const isShown = (image: HTMLImageElement): boolean =>
    image.complete &&
    image.naturalWidth > 0 &&
    areaOf(image) > SMALL &&
    image.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  /** Ranks GIFs first, because most images in other formats aren't animated. */
  const rank = ({ currentSrc }: HTMLImageElement): number =>
    /\.gif(?:$|[?#])|^data:image\/gif/i.test(currentSrc) ? 0 : 1;
  /** Reports whether an image is inside a control, which may start and stop it. */
  const isInControl = (image: Element): boolean =>
    pageTree.closest(image, "button, label, summary, [role='button'], [onclick], [tabindex]") !== null;
  const isAlone = (): boolean => pageTree.readText().replace(/\s+/g, "").length < 20;
  return {
    listImages: () => {
      images = pageTree
        .findAll("img")
        .slice(0, MOST_LOOKED_AT)
        .filter((image) => mayMove(image) && isShown(image) && !saysBusy(image) && !tools.isIndicator(image))
        .sort((one, other) => rank(one) - rank(other) || areaOf(other) - areaOf(one))
        .slice(0, MOST);
      return images.map(({ currentSrc }) => currentSrc);
    },
    noteImages: (found) => {
      const mayStop = tools.hasStopControl();
      const judge = ({ image, across, down, isUncertain }: (typeof found)[number]): [Element, Outcome][] => {
        const element = images[image];
        const area = element ? areaOf(element) * across * down : 0;
        if (!element || area < SMALL || isAlone() || tools.hasPauseControl(element)) return [];
        return [[element, mayStop || isUncertain || area < LARGE || isInControl(element) ? undefined : false]];
      };
      const judged = found.flatMap(judge);
      for (const [element, outcome] of judged) note("moving-content", [element], outcome);
      return judged.length;
    },
  };
};
