import type { Observations } from "./observations";

/**
 * A key, and how the page responded: with a visible change, by switching to full screen, or only by preventing the
 * browser's default action.
 */
export interface AnsweredKey {
  key: string;
  response: "shown" | "screen" | "prevented";
}

/** Watches how the page responds to keys while no element has focus. */
export interface KeyWatch {
  /** Reports whether the document, or an element directly inside the body, handles key events. */
  listensForKeys(): boolean;
  /** Starts watching for keys that the page responds to, and clears earlier results. */
  watchKeys(): void;
  /** Stops watching and returns the keys that the page responded to. */
  answeredKeys(): AnsweredKey[];
  noteKeyListeners(...nodes: Node[]): void;
}

/**
 * Runs in the page. The page is considered to respond to a key if the key changes the document, moves focus or switches
 * to full screen. It may also respond to a key whose default action it prevents.
 */
export const createKeyWatch = (): KeyWatch => {
  let isListening = false;
  let current: string | null = null;
  let answered = new Map<string, AnsweredKey["response"]>();
  let last: KeyboardEvent | null = null;
  /** The last few characters typed: any of them may be the reason if the page later switches to full screen. */
  let recent: string[] = [];
  const answer = (): void => {
    if (current !== null) answered.set(current, "shown");
  };
  const observer = new MutationObserver(answer);
  const finishLast = (): void => {
    if (last?.defaultPrevented && !answered.has(last.key)) answered.set(last.key, "prevented");
    last = null;
  };
  const start = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return;
    finishLast();
    observer.takeRecords();
    current = event.key;
    last = event;
    if (event.key.length === 1) recent = [...recent, event.key].slice(-6);
  };
  const leaveScreen = (): void => {
    if (!document.fullscreenElement) return;
    for (const key of recent) answered.set(key, "screen");
    document.exitFullscreen().catch(() => undefined);
  };
  const isWhole = (node: Node): boolean =>
    node === document ||
    node === document.documentElement ||
    node === document.body ||
    node.parentNode === document.body;
  return {
    noteKeyListeners: (...nodes) => {
      isListening = nodes.some(isWhole);
    },
    listensForKeys: () => isListening,
    watchKeys: () => {
      current = null;
      last = null;
      recent = [];
      answered = new Map();
      addEventListener("keydown", start, { capture: true });
      // This listener isn't removed, because the page may switch to full screen after the watch ends.
      addEventListener("fullscreenchange", leaveScreen, { capture: true });
      addEventListener("focusin", answer, { capture: true });
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      pageTree.observe(observer, all);
    },
    answeredKeys: () => {
      if (observer.takeRecords().length > 0) answer();
      finishLast();
      observer.disconnect();
      removeEventListener("keydown", start, { capture: true });
      removeEventListener("focusin", answer, { capture: true });
      return [...answered].map(([key, response]) => ({ key, response }));
    },
  };
};

export interface ShortcutNotes {
  /** Records which characters are shortcuts; an empty list means that the page passes. */
  noteShortcuts(keys: readonly AnsweredKey[]): void;
}

/** Runs in the page. The page needs review if it may have a way to turn off or change shortcuts. */
export const createShortcutNotes = (note: Observations["note"]): ShortcutNotes => {
  const hasSettings = (): boolean => {
    const words =
      /shortcut|hot ?key|settings|preferences|einstellungen|tastenk|tastatur|raccourci|clavier|atajo|teclado|scorciatoi|sneltoets/i;
    const choices = "input[type=checkbox], input[type=radio], select, [role=switch], [role=checkbox]";
    return pageTree.findAll(choices).length > 0 || words.test(pageTree.readText());
  };
  return {
    noteShortcuts: (found) => {
      const isSure = found.some(({ response }) => response !== "prevented") && !hasSettings();
      const keys = found.map(({ key }) => key).join(" ");
      note("character-shortcut", [document.body], found.length === 0 || (isSure ? false : undefined), keys);
    },
  };
};
