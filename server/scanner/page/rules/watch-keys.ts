/** Watches how the page responds to keys while no element has focus. */
export interface KeyWatch {
  /** Reports whether the document, or an element directly inside the body, handles key events. */
  listensForKeys(): boolean;
  /** Starts watching for keys that the page responds to, and clears earlier results. */
  watchKeys(): void;
  /** Stops watching and returns the keys that the page responded to. */
  answeredKeys(): string[];
  /** Reports whether the page may have a way to turn off or change shortcuts. */
  hasSettings(): boolean;
  noteKeyListeners(...nodes: Node[]): void;
}

/** Runs in the page. The page is considered to respond to a key if the key changes the document or moves focus. */
export const createKeyWatch = (): KeyWatch => {
  let isListening = false;
  let current: string | null = null;
  let answered = new Set<string>();
  const answer = (): void => {
    if (current !== null) answered.add(current);
  };
  const observer = new MutationObserver(answer);
  const start = (event: KeyboardEvent): void => {
    observer.takeRecords();
    current = event.key;
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
      answered = new Set();
      addEventListener("keydown", start, { capture: true });
      addEventListener("focusin", answer, { capture: true });
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      observer.observe(document, all);
    },
    answeredKeys: () => {
      if (observer.takeRecords().length > 0) answer();
      observer.disconnect();
      removeEventListener("keydown", start, { capture: true });
      removeEventListener("focusin", answer, { capture: true });
      return [...answered];
    },
    hasSettings: () => {
      const words =
        /shortcut|hot ?key|settings|preferences|einstellungen|tastenk|tastatur|raccourci|clavier|atajo|teclado|scorciatoi|sneltoets/i;
      const choices = "input[type=checkbox], input[type=radio], select, [role=switch], [role=checkbox]";
      return (
        document.querySelector(choices) !== null || words.test((document.body.textContent ?? "").slice(0, 100_000))
      );
    },
  };
};
