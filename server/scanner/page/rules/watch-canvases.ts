import type { hasPauseControl } from "./find-stop-control";
import type { Observations } from "./observations";
import type { isIndicator } from "./watch-motion";

/** Watches for canvases whose drawing keeps changing. */
export interface CanvasWatch {
  /** Finds the canvases whose drawing is changing, unless this has already been done. */
  watchCanvases(): void;
  /**
   * Waits until at least five seconds have passed since the call to `watchCanvases`, and records the canvases that are
   * still changing. Returns their number.
   */
  noteMovingCanvases(): Promise<number>;
}

interface Tools {
  hasPauseControl: typeof hasPauseControl;
  isIndicator: typeof isIndicator;
}

/** Runs in the page. Canvases always need review, because the movement may be essential or under people's control. */
export const createCanvasWatch = (tools: Tools, note: Observations["note"]): CanvasWatch => {
  const [MOST, LEAST_AREA, SIZE] = [3, 10_000, 64];
  const [LOOK_MS, LONG_MS] = [300, 5_300];
  let first: Promise<Set<HTMLCanvasElement>> | null = null;
  let startedAt = 0;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const isShown = (canvas: HTMLCanvasElement): boolean => {
    const { width, height } = canvas.getBoundingClientRect();
    const isDrawn = canvas.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    return isDrawn && canvas.width > 0 && canvas.height > 0 && width * height >= LEAST_AREA;
  };
  const listCanvases = (): HTMLCanvasElement[] =>
    pageTree.findAll("canvas").slice(0, 50).filter(isShown).slice(0, MOST);
  /** Returns null if the canvas can't be read, for example because it shows an image from another origin. */
  const readPixels = (canvas: HTMLCanvasElement): Uint32Array | null => {
    try {
      const copy = new OffscreenCanvas(SIZE, SIZE).getContext("2d", { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0, SIZE, SIZE);
      return copy ? new Uint32Array(copy.getImageData(0, 0, SIZE, SIZE).data.buffer) : null;
    } catch {
      return null;
    }
  };
  const findChanging = async (canvases: readonly HTMLCanvasElement[]): Promise<Set<HTMLCanvasElement>> => {
    if (canvases.length === 0) return new Set();
    const before = canvases.map(readPixels);
    await wait(LOOK_MS);
    const hasChanged = (canvas: HTMLCanvasElement, index: number): boolean => {
      const pixels = before[index];
      const now = pixels && readPixels(canvas);
      return now?.some((pixel, at) => pixel !== pixels?.[at]) === true;
    };
    return new Set(canvases.filter((canvas, index) => canvas.isConnected && hasChanged(canvas, index)));
  };
  return {
    watchCanvases: () => {
      if (first) return;
      startedAt = performance.now();
      first = findChanging(listCanvases());
    },
    noteMovingCanvases: async () => {
      const changing = [...((await first) ?? [])].filter(
        (canvas) => isShown(canvas) && !tools.isIndicator(canvas) && !tools.hasPauseControl(canvas),
      );
      if (changing.length === 0) return 0;
      await wait(Math.max(0, startedAt + LONG_MS - performance.now()));
      const found = await findChanging(changing);
      note("moving-content", found, undefined);
      return found.size;
    },
  };
};
