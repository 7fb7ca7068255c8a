/** Parts of words to mask, each given as the word's index and the part's start and end. */
export type CoveredParts = readonly (readonly [word: number, start: number, end: number])[];

export interface PictureSize {
  /** Size of the whole page in CSS pixels. */
  width: number;
  height: number;
}

export interface SecretCover {
  /**
   * Returns the words on the page that may be secret: long words, and words that contain @ or =. The given strings are
   * always masked.
   */
  listSuspectWords(secrets: readonly string[]): string[];
  /**
   * Masks these parts of words, the values of form fields and all frames, without changing the page's DOM or layout.
   * Replaces any earlier masks.
   */
  cover(parts: CoveredParts): PictureSize;
  uncover(): Promise<void>;
}

interface Word {
  node: Text;
  start: number;
  length: number;
}

/**
 * Runs in the page: returns the CSS that hides frames, field values, and text with this highlight. Fields in closed
 * shadow roots can only be styled through inherited properties.
 */
export const coverStyles = (highlight: string): string => {
  const custom = [...document.querySelectorAll(":defined")].filter(({ localName }) => localName.includes("-"));
  const open = new Set(custom.filter((each) => each.shadowRoot || each.hasChildNodes()).map((each) => each.localName));
  const closed = [...new Set(custom.map(({ localName }) => localName))].filter((name) => !open.has(name));
  const fields =
    "input:not([type=button], [type=submit], [type=reset], [type=image]), textarea, [role=textbox], [contenteditable]:not([contenteditable=false])";
  const drawn = ["date", "datetime-local", "month", "time", "week"].map((type) => `input[type=${type}]`);
  return `
    ${[fields, ...closed.map((name) => CSS.escape(name))].join()} { -webkit-text-security: square !important; }
    :is(${fields})::placeholder { -webkit-text-security: none !important; }
    ${["select", ...drawn].join()} { -webkit-text-fill-color: transparent !important; }
    iframe, frame, object, embed { opacity: 0 !important; }
    ::highlight(${highlight}) {
      color: transparent; -webkit-text-fill-color: transparent; fill: transparent; stroke: transparent;
      text-shadow: none; text-decoration: none; background-color: #767676;
    }`;
};

/**
 * Runs in the page: hides content that must not appear in a screenshot. Masks text with highlights, and fields with a
 * style sheet outside the DOM, so that the page's scripts can detect neither. Also suppresses the `resize` events that
 * the browser sends while it takes a screenshot larger than the window.
 */
export const createSecretCover = (styles: typeof coverStyles): SecretCover => {
  const NAME = "curbcut-cover";
  const most = { words: 5_000, length: 2_000 };
  let words: Word[] = [];
  /**
   * Words to mask without checking them, because they are known to be secret, or are too long or too numerous to check.
   */
  let [rest, sheet]: [Word[], CSSStyleSheet | null] = [[], null];
  window.addEventListener("resize", (event) => sheet && event.stopImmediatePropagation(), { capture: true });

  const readWords = (node: Text, secrets: readonly string[]) => {
    for (const secret of secrets)
      for (let at = node.data.indexOf(secret); at >= 0; at = node.data.indexOf(secret, at + secret.length))
        rest.push({ node, start: at, length: secret.length });
    for (const { 0: word, index } of node.data.matchAll(/\S{6,}/g)) {
      if (!/[@=]|[\w-]{14}/.test(word)) continue;
      const into = words.length < most.words && word.length <= most.length ? words : rest;
      into.push({ node, start: index, length: word.length });
    }
  };
  const removeSheet = (): void => {
    for (const root of pageTree.listRoots())
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  };
  const rangeOf = ({ node, start, length }: Word, from = 0, to = length): Range => {
    const range = document.createRange();
    range.setStart(node, Math.min(start + from, node.length));
    range.setEnd(node, Math.min(start + Math.min(to, length), node.length));
    return range;
  };
  return {
    listSuspectWords: (secrets) => {
      [words, rest] = [[], []];
      for (const root of pageTree.listRoots()) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          if (node instanceof Text && !node.parentElement?.closest("script, style, noscript")) readWords(node, secrets);
      }
      return words.map(({ node, start, length }) => node.data.slice(start, start + length));
    },
    cover: (parts) => {
      const ranges = rest.map((word) => rangeOf(word));
      for (const [index, start, end] of parts)
        for (const word of words.slice(index, index + 1)) ranges.push(rangeOf(word, start, end));
      const highlight = new Highlight(...ranges);
      highlight.priority = 1_000_000;
      CSS.highlights.set(NAME, highlight);
      const isDrawn = ranges.some(({ startContainer: { parentElement } }) => parentElement instanceof SVGElement);
      const covering = new CSSStyleSheet();
      covering.replaceSync(styles(NAME) + (isDrawn ? "svg text { visibility: hidden !important; }" : ""));
      removeSheet();
      sheet = covering;
      for (const root of pageTree.listRoots()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, covering];
      const { scrollWidth, scrollHeight } = document.scrollingElement ?? document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    },
    uncover: async () => {
      CSS.highlights.delete(NAME);
      removeSheet();
      const frames = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.race([frames, new Promise((resolve) => setTimeout(resolve, 200))]);
      [words, rest, sheet] = [[], [], null];
    },
  };
};
