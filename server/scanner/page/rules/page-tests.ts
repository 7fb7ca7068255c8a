import type { compareWindows, WindowNotes } from "./compare-windows";
import type { Observations } from "./observations";
import type { createSpacingTest, SpacingTest } from "./test-spacing";

type Tools = Parameters<typeof compareWindows>[0] &
  Parameters<typeof createSpacingTest>[0] & {
    compareWindows: typeof compareWindows;
    createSpacingTest: typeof createSpacingTest;
  };

/** Compares states of the page. */
export interface PageTests extends WindowNotes, SpacingTest {}

/** Runs in the page. */
export const createPageTests = (tools: Tools, note: Observations["note"]): PageTests => ({
  ...tools.compareWindows(tools, note),
  ...tools.createSpacingTest(tools, note),
});
