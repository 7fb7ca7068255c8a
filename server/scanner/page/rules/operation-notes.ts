import type { findDragOnly } from "./find-drag-only";
import type { findHiddenChoices, takesUpSpace } from "./find-hidden-choices";
import type { findKeyless, findPressOnly, isAnyAround } from "./find-keyless";
import type {
  createClickLook,
  createReachReader,
  findMouseOnly,
  findPlainMouseOnly,
  hasNoControlRole,
} from "./find-mouse-only";
import type { Observations } from "./observations";
import type { readPointedSelectors } from "./read-pointed-selectors";

export interface OperationNotes {
  /** Records the findings for the rules about event listeners. */
  noteOperation(): void;
}

/** Records which elements listen for which events. Each call replaces the elements from the previous call. */
export interface OperationElements {
  /** Elements that respond to the mouse in any way. */
  knowMouseListeners(...nodes: Node[]): void;
  knowClickListeners(...nodes: Node[]): void;
  /** Elements that respond as soon as they are pressed with the mouse or a finger. */
  knowPressListeners(...nodes: Node[]): void;
  knowKeyListeners(...nodes: Node[]): void;
  /** Elements that respond when the pointer or focus reaches or leaves them. */
  knowMoveListeners(...nodes: Node[]): void;
  /** The document, if the window responds when the device is shaken, tilted or turned. */
  knowMotionListeners(...nodes: Node[]): void;
}

interface Parts {
  createClickLook: typeof createClickLook;
  createReachReader: typeof createReachReader;
  findDragOnly: typeof findDragOnly;
  findHiddenChoices: typeof findHiddenChoices;
  findKeyless: typeof findKeyless;
  isAnyAround: typeof isAnyAround;
  findMouseOnly: typeof findMouseOnly;
  findPlainMouseOnly: typeof findPlainMouseOnly;
  findPressOnly: typeof findPressOnly;
  hasNoControlRole: typeof hasNoControlRole;
  readPointedSelectors: typeof readPointedSelectors;
  takesUpSpace: typeof takesUpSpace;
}

/** Runs in the page. */
export const createOperationNotes = (parts: Parts, note: Observations["note"]): OperationNotes & OperationElements => {
  let mouse: readonly Element[] = [];
  let clicks: readonly Node[] = [];
  let presses: readonly Node[] = [];
  let keys: readonly Node[] = [];
  let moves: readonly Node[] = [];
  let motions: readonly Node[] = [];
  /** Returns the nodes that belong to this document, because each frame records its own. */
  const nodesIn = (nodes: readonly Node[]): Node[] =>
    nodes.filter((node) => node === document || Reflect.get(Node.prototype, "ownerDocument", node) === document);
  const elementsIn = (nodes: readonly Node[]): Element[] => nodesIn(nodes).filter((node) => node instanceof Element);
  /**
   * Reports whether people can use the frame that contains this document. Returns false for frames from other origins.
   */
  const isUsable = (): boolean => {
    const frame = window === window.top ? null : window.frameElement;
    const isShown = frame?.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) === true;
    return window === window.top || (isShown && frame?.closest("[aria-hidden='true'], [inert]") === null);
  };
  return {
    knowMouseListeners: (...nodes) => {
      mouse = elementsIn(nodes);
    },
    knowClickListeners: (...nodes) => {
      clicks = nodes;
    },
    knowPressListeners: (...nodes) => {
      presses = nodes;
    },
    knowKeyListeners: (...nodes) => {
      keys = nodes;
    },
    knowMoveListeners: (...nodes) => {
      moves = nodes;
    },
    knowMotionListeners: (...nodes) => {
      motions = nodes;
    },
    noteOperation: () => {
      if (!isUsable()) return;
      const pointed = mouse.length > 0 ? parts.readPointedSelectors() : [];
      const reach = parts.createReachReader();
      const look = parts.createClickLook(pointed);
      const mouseOnly = parts.findMouseOnly(mouse, reach, look);
      note("mouse-only", [...mouseOnly, ...parts.findHiddenChoices(parts.takesUpSpace)], false);
      note("mouse-only", parts.findPlainMouseOnly(elementsIn(clicks), reach, look), undefined);
      note("control-role", mouseOnly.filter(parts.hasNoControlRole), false);
      const pressed = { presses: [...mouse, ...elementsIn(presses)], clicks, keys, moves };
      note("key-activation", parts.findPressOnly(pressed, parts.isAnyAround), undefined);
      for (const { element, outcome } of parts.findKeyless(mouse, keys, parts.isAnyAround))
        note("key-activation", [element], outcome);
      note("dragging", parts.findDragOnly(nodesIn(presses), elementsIn(clicks)), undefined);
      note("motion-control", motions.length > 0 ? [document.body] : [], undefined);
    },
  };
};
