import type { readContents } from "./read-contents";
import type { createElementReader, readControls } from "./read-controls";
import type { PageFacts, readFacts } from "./read-facts";
import type { readMarkers } from "./read-markers";
import type { readStructure } from "./read-structure";

interface Readers {
  createElementReader: typeof createElementReader;
  readContents: typeof readContents;
  readControls: typeof readControls;
  readFacts: typeof readFacts;
  readMarkers: typeof readMarkers;
  readStructure: typeof readStructure;
}

/** Runs in the page after it has settled. */
export const readPage = (readers: Readers): PageFacts => {
  const reader = readers.createElementReader();
  return {
    ...readers.readFacts(),
    ...readers.readContents(),
    ...readers.readStructure(),
    ...readers.readControls(reader),
    ...readers.readMarkers(reader),
  };
};
