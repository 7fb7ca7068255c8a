import type { findClipped, findCutLines, findNewlyClipped } from "./find-clipped";
import type { cannotScrollSideways, createOverhangReader, findTooWide } from "./find-too-wide";
import type { findTurnRequests } from "./find-turn-requests";
import type { findTurned, readRotations } from "./find-turned";
import type { Observations } from "./observations";

interface Finders {
  cannotScrollSideways: typeof cannotScrollSideways;
  createOverhangReader: typeof createOverhangReader;
  findClipped: typeof findClipped;
  findCutLines: typeof findCutLines;
  findNewlyClipped: typeof findNewlyClipped;
  findTooWide: typeof findTooWide;
  findTurned: typeof findTurned;
  findTurnRequests: typeof findTurnRequests;
  readRotations: typeof readRotations;
}

export interface WindowNotes {
  /**
   * Remembers which elements are rotated, which ask people to rotate the device and which cut off their text. Records
   * text in boxes that are less than one line high.
   */
  noteUsualPage(): void;
  /**
   * Records barriers that occur in a narrow window but not in the usual one. Returns whether the page should be tested
   * again later, because a page that can't scroll may use scripts to fit its content into the window.
   */
  noteNarrowPage(): boolean;
  /** Records text that is cut off at 200% zoom, in place of text that is cut off in the narrow window. */
  noteZoomedPage(): void;
}

/** Runs in the page. */
export const compareWindows = (find: Finders, { note, forget }: Pick<Observations, "note" | "forget">): WindowNotes => {
  let rotations: ReadonlyMap<Element, number> = new Map();
  let requests: ReadonlySet<Element> = new Set();
  let clipped: ReadonlySet<Element> = new Set();
  return {
    noteUsualPage: () => {
      rotations = find.readRotations();
      requests = find.findTurnRequests();
      clipped = find.findClipped();
      note("clipped-text", find.findCutLines(clipped), false);
    },
    noteNarrowPage: () => {
      note("orientation-lock", find.findTurned(rotations, find.readRotations()), false);
      const now = find.findTurnRequests();
      const once = [...requests, ...now].filter((element) => requests.has(element) !== now.has(element));
      // A person has to decide if the page may contain something that needs a particular orientation, such as a game.
      note(
        "orientation-lock",
        once,
        pageTree.findAll("canvas, video, iframe, object, embed").length > 0 ? undefined : false,
      );
      const cannotScroll = find.cannotScrollSideways();
      const tooWide = find.findTooWide(find.createOverhangReader(), cannotScroll);
      forget("reflow");
      note("reflow", tooWide, false);
      note("clipped-text", find.findNewlyClipped(clipped, find.findClipped()), false);
      return cannotScroll && tooWide.length > 0;
    },
    noteZoomedPage: () => {
      forget("clipped-text");
      note("clipped-text", find.findNewlyClipped(clipped, find.findClipped()), false);
    },
  };
};
