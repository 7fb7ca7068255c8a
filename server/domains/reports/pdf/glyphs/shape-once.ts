import type { LayoutFont } from "./place-marks";

type GlyphRun = ReturnType<LayoutFont["layout"]>;

/** Maximum number of pieces of text that a font caches, and maximum length of a cached piece. */
const REMEMBERED = 10_000;
const LONGEST = 160;

// In these scripts, the shape of a word never depends on the previous word. Text in other scripts is shaped as a whole.
const SEPARATE_WORDS = /^[\u0020-\u024f\u0370-\u04ff\u2010-\u203a]*$/;

const piecesOf = (text: string): string[] =>
  SEPARATE_WORDS.test(text) ? text.split(/( )/).filter((piece) => piece !== "") : [text];

// Joins the runs of a text's pieces. Copies their positions, because painting scales positions in place and the pieces
// are cached.
const joined = (runs: readonly GlyphRun[], first: GlyphRun): GlyphRun =>
  Object.assign(Object.create(Object.getPrototypeOf(first)) as GlyphRun, first, {
    glyphs: runs.flatMap(({ glyphs }) => glyphs),
    positions: runs.flatMap(({ positions }) => positions.map((position) => ({ ...position }))),
  });

/** Makes a font shape each word only once, because reports repeat most of their words. */
export const shapeOnce = (font: LayoutFont) => {
  const layOut = font.layout.bind(font);
  const known = new Map<string, GlyphRun>();
  const shape = (text: string, parameters: unknown[]): GlyphRun => {
    if (text.length > LONGEST) return layOut(text, ...parameters);
    const key = `${JSON.stringify(parameters)}${text}`;
    const run = known.get(key) ?? layOut(text, ...parameters);
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, run);
    return run;
  };
  font.layout = (text, ...parameters) => {
    const runs = piecesOf(text).map((piece) => shape(piece, parameters));
    const [first] = runs;
    return first ? joined(runs, first) : layOut(text, ...parameters);
  };
};
