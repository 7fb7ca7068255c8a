import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Font } from "@react-pdf/renderer";
import { unpackWoff } from "./unpack-woff";

const fontFile = (name: string) => join(process.cwd(), "node_modules", name);
const inter = (subset: string, weight: number) =>
  fontFile(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`);
const jetbrains = (subset: string, weight: number) =>
  fontFile(`@fontsource/jetbrains-mono/files/jetbrains-mono-${subset}-${weight}-normal.woff`);
const dejavu = (name: string) => fontFile(`dejavu-fonts-ttf/ttf/${name}.ttf`);

const REGULAR = 400;
const BOLD = 600;

type Family = { family: string; regular: string; bold: string };

const FAMILIES: readonly Family[] = [
  ...["latin", "latin-ext", "greek", "cyrillic", "vietnamese"].map((subset) => ({
    family: `Inter ${subset}`,
    regular: inter(subset, REGULAR),
    bold: inter(subset, BOLD),
  })),
  { family: "JetBrains Mono", regular: jetbrains("latin", REGULAR), bold: jetbrains("latin", BOLD) },
  { family: "DejaVu Sans", regular: dejavu("DejaVuSans"), bold: dejavu("DejaVuSans-Bold") },
  { family: "DejaVu Sans Mono", regular: dejavu("DejaVuSansMono"), bold: dejavu("DejaVuSansMono-Bold") },
  // React-PDF ends every list of families with Helvetica, a font that is never embedded.
  { family: "Helvetica", regular: dejavu("DejaVuSans"), bold: dejavu("DejaVuSans-Bold") },
];

export const SANS = [
  "Inter latin",
  "Inter latin-ext",
  "Inter greek",
  "Inter cyrillic",
  "Inter vietnamese",
  "DejaVu Sans",
];
export const MONO = ["JetBrains Mono", "DejaVu Sans Mono", "DejaVu Sans"];

/** Widths of both monospaced fonts as a share of the font size, rounded up. */
export const MONO_ADVANCE = 0.603;

type LoadedFont = { hasGlyphForCodePoint(codePoint: number): boolean };

let ready: Promise<void> | null = null;

const sourceOf = async (file: string): Promise<string> => {
  if (!file.endsWith(".woff")) return file;
  const font = unpackWoff(await readFile(file));
  return `data:font/ttf;base64,${font.toString("base64")}`;
};

const loadAll = async () => {
  Font.clear();
  for (const { family, regular, bold } of FAMILIES) {
    const fonts = [
      { src: await sourceOf(regular), fontWeight: REGULAR },
      { src: await sourceOf(bold), fontWeight: BOLD },
    ];
    Font.register({ family, fonts });
    await Font.load({ fontFamily: family, fontWeight: REGULAR });
    await Font.load({ fontFamily: family, fontWeight: BOLD });
  }
  Font.registerHyphenationCallback(splitLongWord);
};

const LONGEST_WORD = 28;

const splitLongWord = (word: string | null): string[] => {
  if (!word) return [];
  const letters = Array.from(word);
  if (letters.length <= LONGEST_WORD) return [word];
  const parts: string[] = [];
  for (let start = 0; start < letters.length; start += 8) parts.push(letters.slice(start, start + 8).join(""));
  return parts;
};

export const loadFonts = (): Promise<void> => {
  ready ??= loadAll();
  return ready;
};

/** The font file behind a family, as pdfkit takes it. Fonts must be loaded. */
export const loadedFont = (family: string, weight: 400 | 600): LoadedFont => {
  const font = Font.getFont({ fontFamily: family, fontWeight: weight });
  return (font as unknown as { data: LoadedFont }).data;
};

const covered = new Map<number, boolean>();

/** Whether an embedded font can print the character. Fonts must be loaded. */
export const canPrint = (codePoint: number): boolean => {
  const known = covered.get(codePoint);
  if (known !== undefined) return known;
  const found = SANS.some((family) => loadedFont(family, REGULAR).hasGlyphForCodePoint(codePoint));
  covered.set(codePoint, found);
  return found;
};
