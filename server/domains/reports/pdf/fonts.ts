import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Font } from "@react-pdf/renderer";
import { readProperty } from "@/server/core/property";
import { chooseLanguage, isEastAsian, makeEastAsianFonts } from "./glyphs/east-asian-font";
import { keepCharacters, type LayoutFont, rememberPlacements } from "./glyphs/place-marks";
import { shapeOnce } from "./glyphs/shape-once";
import { unpackWoff } from "./glyphs/unpack-woff";
import { splitWord } from "./text/split-word";

const fontFile = (name: string) => join(process.cwd(), "node_modules", name);
const inter = (subset: string, weight: number) =>
  fontFile(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`);
const jetbrains = (subset: string, weight: number) =>
  fontFile(`@fontsource/jetbrains-mono/files/jetbrains-mono-${subset}-${weight}-normal.woff`);
const noto = (script: string, weight: number) =>
  fontFile(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`);
const dejavu = (name: string) => fontFile(`dejavu-fonts-ttf/ttf/${name}.ttf`);

const REGULAR = 400;
const BOLD = 600;

type Family = { family: string; regular: string; bold: string };

const INTER = ["latin", "latin-ext", "greek", "cyrillic", "vietnamese"].map((subset) => ({
  family: `Inter ${subset}`,
  regular: inter(subset, REGULAR),
  bold: inter(subset, BOLD),
}));

const OTHERS: readonly Family[] = [
  { family: "JetBrains Mono", regular: jetbrains("latin", REGULAR), bold: jetbrains("latin", BOLD) },
  { family: "DejaVu Sans", regular: dejavu("DejaVuSans"), bold: dejavu("DejaVuSans-Bold") },
  { family: "DejaVu Sans Mono", regular: dejavu("DejaVuSansMono"), bold: dejavu("DejaVuSansMono-Bold") },
  // React-PDF ends every list of families with Helvetica, which is never embedded. This name therefore maps to an
  // embedded font.
  { family: "Helvetica", regular: dejavu("DejaVuSans"), bold: dejavu("DejaVuSans-Bold") },
];

const scriptFamily = (script: string, letters: RegExp) => ({
  family: `Noto Sans ${script}`,
  regular: noto(script, REGULAR),
  bold: noto(script, BOLD),
  letters,
});

const SCRIPTS = [
  scriptFamily("arabic", /\p{Script=Arabic}/u),
  scriptFamily("hebrew", /\p{Script=Hebrew}/u),
  scriptFamily("devanagari", /\p{Script=Devanagari}/u),
  scriptFamily("thai", /\p{Script=Thai}/u),
];

/** Width of a character in either monospaced font as a share of the font size, rounded up. */
export const MONO_ADVANCE = 0.603;

type LoadedFont = LayoutFont & { hasGlyphForCodePoint(codePoint: number): boolean };

/** The fonts of one document, with families in the order in which they are tried. */
export type FontSet = {
  sans: string[];
  mono: string[];
  canPrint(codePoint: number): boolean;
  /** Releases the fonts that were created for the document. */
  release(): void;
};

const sourceOf = async (file: string): Promise<string> => {
  if (!file.endsWith(".woff")) return file;
  return `data:font/ttf;base64,${unpackWoff(await readFile(file)).toString("base64")}`;
};

/** Returns a family's font object, in the form that pdfkit accepts. The font must be loaded. */
export const loadedFont = (family: string, weight: 400 | 600): LoadedFont => {
  const font = Font.getFont({ fontFamily: family, fontWeight: weight });
  return readProperty(font, "data") as LoadedFont;
};

const register = async (family: string, regular: string, bold: string) => {
  const fonts = [
    { src: regular, fontWeight: REGULAR },
    { src: bold, fontWeight: BOLD },
  ];
  Font.register({ family, fonts });
  for (const weight of [REGULAR, BOLD] as const) {
    await Font.load({ fontFamily: family, fontWeight: weight });
    const font = loadedFont(family, weight);
    keepCharacters(font);
    shapeOnce(font);
    rememberPlacements(font);
  }
};

const loaded = new Map<string, Promise<void>>();

const loadFamily = ({ family, regular, bold }: Family): Promise<void> => {
  const known = loaded.get(family);
  if (known) return known;
  const loading = Promise.all([sourceOf(regular), sourceOf(bold)]).then((sources) => register(family, ...sources));
  loaded.set(family, loading);
  return loading;
};

let ready: Promise<void> | null = null;

const loadBase = async () => {
  Font.clear();
  await Promise.all([...INTER, ...OTHERS].map(loadFamily));
  Font.registerHyphenationCallback(splitWord);
};

let documents = 0;

const loadEastAsian = async (text: string, language: string | null): Promise<string[]> => {
  const codePoints = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0).filter(isEastAsian));
  if (codePoints.size === 0) return [];
  const files = await makeEastAsianFonts(codePoints, chooseLanguage(text, language), [REGULAR, BOLD]);
  const [regular = "", bold = ""] = (files ?? []).map((file) => `data:font/ttf;base64,${file.toString("base64")}`);
  if (!files) return [];
  documents += 1;
  const family = `Noto Sans of document ${documents}`;
  await register(family, regular, bold);
  return [family];
};

/**
 * Loads the fonts that `text` needs. A script's fonts are loaded only if the text uses the script. `language` is a
 * hint, such as "ja".
 */
export const loadFonts = async (text: string, language: string | null): Promise<FontSet> => {
  ready ??= loadBase();
  await ready;
  const scripts = SCRIPTS.filter(({ letters }) => letters.test(text));
  await Promise.all(scripts.map(loadFamily));
  const own = await loadEastAsian(text, language);
  const others = [...scripts.map(({ family }) => family), ...own, "DejaVu Sans"];
  const sans = [...INTER.map(({ family }) => family), ...others];
  const covered = new Map<number, boolean>();
  const canPrint = (codePoint: number): boolean => {
    const known = covered.get(codePoint);
    if (known !== undefined) return known;
    const found = sans.some((family) => loadedFont(family, REGULAR).hasGlyphForCodePoint(codePoint));
    covered.set(codePoint, found);
    return found;
  };
  return {
    sans,
    mono: ["JetBrains Mono", "DejaVu Sans Mono", ...others],
    canPrint,
    release: () => {
      for (const family of own) delete Font.getRegisteredFonts()[family];
    },
  };
};
