import type { compareWindows, WindowNotes } from "./compare-windows";
import type { Observations } from "./observations";
import type { createSpacingTest, SpacingTest } from "./test-spacing";
import type { createZoomTest, ZoomTest } from "./test-zoom";
import type { createMotionWatch, MotionWatch } from "./watch-motion";

type Tools = Parameters<typeof compareWindows>[0] &
  Parameters<typeof createMotionWatch>[0] &
  Parameters<typeof createSpacingTest>[0] &
  Parameters<typeof createZoomTest>[0] & {
    createZoomTest: typeof createZoomTest;
    createMotionWatch: typeof createMotionWatch;
    compareWindows: typeof compareWindows;
    createSpacingTest: typeof createSpacingTest;
  };

/** Compares states of the page. */
export interface PageTests extends WindowNotes, MotionWatch, SpacingTest, ZoomTest {}

/** Runs in the page. A page whose elements have the names of DOM properties can make a test fail, but nothing else. */
export const createPageTests = (tools: Tools, note: Observations["note"]): PageTests => {
  const spacing = tools.createSpacingTest(tools, note);
  const motion = tools.createMotionWatch(tools, note);
  const zoom = tools.createZoomTest(tools, note);
  const attempt = <Result>(work: () => Result, otherwise: Result): Result => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    ...tools.compareWindows(tools, note),
    noteTextSpacing: () => attempt(spacing.noteTextSpacing, 0),
    noteMotion: () => attempt(motion.noteMotion, 0),
    noteTextSizes: () => attempt(zoom.noteTextSizes, undefined),
    countUnzoomed: () => attempt(zoom.countUnzoomed, 0),
    noteUnzoomed: () => attempt(zoom.noteUnzoomed, undefined),
  };
};
