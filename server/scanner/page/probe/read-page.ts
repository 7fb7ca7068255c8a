import type { readContents } from "./read-contents";
import type { createElementReader, readControls } from "./read-controls";
import type { PageFacts, readFacts } from "./read-facts";
import type { readFrameLinks } from "./read-frame-links";
import type { readMarkers } from "./read-markers";
import type { readStructure } from "./read-structure";

interface Readers {
  createElementReader: typeof createElementReader;
  readContents: typeof readContents;
  readControls: typeof readControls;
  readFacts: typeof readFacts;
  readFrameLinks: typeof readFrameLinks;
  readMarkers: typeof readMarkers;
  readStructure: typeof readStructure;
}

/** Runs in the page after it has settled. */
export const readPage = (readers: Readers): PageFacts => {
  const reader = readers.createElementReader();
  return {
    ...readers.readFacts(),
    ...readers.readContents(),
    ...readers.readFrameLinks(),
    ...readers.readStructure(),
    ...readers.readControls(reader),
    ...readers.readMarkers(reader),
  };
};
