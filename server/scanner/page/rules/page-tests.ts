import type { AnimatedImages, createAnimatedImages } from "./animated-images";
import type { compareWindows, WindowNotes } from "./compare-windows";
import type { Observations } from "./observations";
import type { createSpacingTest, SpacingTest } from "./test-spacing";
import type { createZoomTest, ZoomTest } from "./test-zoom";
import type { CanvasWatch, createCanvasWatch } from "./watch-canvases";
import type { createMotionWatch, MotionWatch } from "./watch-motion";
import type { createMovementWatch, MovementWatch } from "./watch-movement";

type Tools = Parameters<typeof compareWindows>[0] &
  Parameters<typeof createAnimatedImages>[0] &
  Parameters<typeof createCanvasWatch>[0] &
  Parameters<typeof createMotionWatch>[0] &
  Parameters<typeof createMovementWatch>[0] &
  Parameters<typeof createSpacingTest>[0] &
  Parameters<typeof createZoomTest>[0] & {
    createAnimatedImages: typeof createAnimatedImages;
    createCanvasWatch: typeof createCanvasWatch;
    createZoomTest: typeof createZoomTest;
    createMotionWatch: typeof createMotionWatch;
    createMovementWatch: typeof createMovementWatch;
    compareWindows: typeof compareWindows;
    createSpacingTest: typeof createSpacingTest;
  };

/** The functions that test how the page moves, changes and adapts to different windows and text sizes. */
export interface PageTests
  extends WindowNotes,
    AnimatedImages,
    CanvasWatch,
    MotionWatch,
    MovementWatch,
    SpacingTest,
    ZoomTest {}

/** Runs in the page. */
export const createPageTests = (tools: Tools, observations: Pick<Observations, "note" | "forget">): PageTests => {
  const { note } = observations;
  const spacing = tools.createSpacingTest(tools, note);
  const motion = tools.createMotionWatch(tools, note);
  const movement = tools.createMovementWatch(tools, note);
  const images = tools.createAnimatedImages(tools, note);
  const canvases = tools.createCanvasWatch(tools, note);
  const zoom = tools.createZoomTest(tools, note);
  return {
    ...tools.compareWindows(tools, observations),
    ...spacing,
    ...motion,
    ...movement,
    ...images,
    ...canvases,
    ...zoom,
  };
};
