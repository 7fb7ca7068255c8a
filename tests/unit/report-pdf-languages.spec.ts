import { expect, test } from "@playwright/test";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { printableText } from "@/server/domains/reports/pdf/text/printable-text";
import { languageOf, runsRightToLeft } from "@/server/domains/reports/pdf/text/script-of";
import { splitWord } from "@/server/domains/reports/pdf/text/split-word";
import { leastCpu } from "../support/cpu";
import { longUnless } from "../support/long";
import { LANGUAGES, type LanguageSample, reportIn } from "../support/report/languages";
import { readPdf, wholeText } from "../support/report/read-pdf";
import { readRawPdf } from "../support/report/read-raw-pdf";
import { sampleReport } from "../support/report/sample-report";

test.describe.configure({ mode: "default" });

const SOUND = { paintedOutside: 0, nestedMarks: 0, orphans: [], figuresWithoutAlt: 0, overflowing: [], marked: true };

const bare = (text: string): string => text.normalize("NFC").replaceAll(/[\s\u200e\u200f-]/g, "");

const hexOf = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

const printIn = async (sample: LanguageSample) => {
  const file = await renderDocument({ variant: "report", data: reportIn(sample), compress: false });
  return { facts: await readPdf(file), raw: readRawPdf(file), source: file.toString("latin1") };
};

for (const [name, sample] of Object.entries(LANGUAGES)) {
  test(`${name}: embeds its font, keeps text extractable and tags its language${longUnless(name === "Hebrew")}`, async () => {
    const { facts, raw, source } = await printIn(sample);
    expect(facts).toMatchObject({ ...SOUND, language: "en-GB" });
    expect(raw.fontsNotEmbedded).toEqual([]);
    expect(raw.fonts.join()).toMatch(sample.font);
    expect(source).toContain(`/Lang (${sample.language})`);
    expect(wholeText(facts)).not.toContain("▯");
    const printed = facts.texts.map(({ text }) => bare(text)).join("\n");
    for (const text of [sample.site, sample.texts[0] ?? ""]) {
      // For words whose marks or vowels are drawn in a different order, the PDF contains the text as UTF-16 as well as
      // the glyphs.
      const words = text.split(" ").filter((word) => !source.includes(hexOf(word)));
      for (const word of words) expect(printed, word).toContain(bare(word));
    }
  });
}

test("a report in Latin script doesn't embed fonts for other scripts @long", async () => {
  const file = await renderDocument({ variant: "full", data: sampleReport(2), compress: false });
  expect(readRawPdf(file).fonts.join()).not.toContain("Noto");
});

test("aligns right-to-left paragraphs to the right, and code to the left @long", async () => {
  const { facts } = await printIn(LANGUAGES["Hebrew"] as LanguageSample);
  const title = facts.texts.find(({ path, text }) => path.at(-1) === "H3" && text.includes("טקסט"));
  expect(title?.left).toBeGreaterThan(200);
  const code = facts.texts.find(({ path, text }) => path.at(-1) === "Code" && text.includes("<button>"));
  expect(code?.left).toBeLessThan(100);
});

test("the first letter determines a paragraph's direction, and the majority of letters its language", () => {
  expect(runsRightToLeft("12. אתר https://example.org")).toBe(true);
  expect(runsRightToLeft("Report: אתר")).toBe(false);
  expect(languageOf("Report: אתר", null)).toBeNull();
  expect(languageOf("网站检查", null)).toBe("zh");
  expect(languageOf("网站检查", "ja-JP")).toBe("ja-JP");
  expect(languageOf("وب‌سایت فارسی", "fa")).toBe("fa");
  expect(languageOf("サイト検査", "zh")).toBe("ja");
});

test("breaks lines between Han characters but not before their punctuation, and between Thai words", () => {
  expect(splitWord("图片，文本")).toEqual(["图", "", "片，", "", "文", "", "本"]);
  expect(splitWord("「急須」")).toEqual(["「急", "", "須」"]);
  const thai = splitWord("รูปภาพต้องมีข้อความ");
  expect(thai.filter(Boolean).length).toBeGreaterThan(2);
  expect(thai.join("")).toBe("รูปภาพต้องมีข้อความ");
  const letters = splitWord("क्षि".repeat(40));
  expect(letters.length).toBeGreaterThan(3);
  for (const part of letters) expect(part).toMatch(/^क/);
});

test("prints one replacement character per emoji, removes overrides and invisible characters, and keeps meaningful joiners", () => {
  const printable = (codePoint: number) => codePoint < 0x2600;
  expect(printableText("a👩‍👩‍👧‍👦b🇩🇪c👍🏽", printable).printed).toBe("a▯b▯c▯");
  expect(printableText("\u202eevil\u202c\u2066x\u2069", printable).printed).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(printableText("a\u200bb\u200cc\ufeff", printable).printed).toBe("abc");
  expect(printableText("می\u200cخواهم", printable).printed).toContain("\u200c");
  expect(printableText(`z${"\u0301".repeat(50)}`, printable).printed).toHaveLength(5);
});

const wholeSegments = (text: string, granularity: "word" | "grapheme"): string[] =>
  Array.from(new Intl.Segmenter("th", { granularity }).segment(text), ({ segment }) => segment);

/** Joins grapheme clusters into parts of at most 8 UTF-16 code units. */
const joinSigns = (signs: readonly string[]): string[] => {
  const parts: string[] = [];
  for (const sign of signs) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + sign.length <= 8) parts[parts.length - 1] = last + sign;
    else parts.push(sign);
  }
  return parts;
};

test("splits a long word at the same positions, whether it is read in chunks or as a whole", () => {
  const thai = "รูปภาพต้องมีข้อความที่อธิบายเนื้อหาของภาพ".repeat(60);
  expect(splitWord(thai).filter(Boolean)).toEqual(wholeSegments(thai, "word"));
  for (const sign of ["👩‍👩‍👧", "🇩🇪🇫🇷", "é\u0301", "क्षि", "x"]) {
    // Letters come first, so that chunks end at every position within a grapheme cluster.
    const word = `${"a".repeat(sign.length)}${sign.repeat(900)}`;
    const signs = wholeSegments(word, "grapheme");
    expect(splitWord(word)).toEqual(joinSigns(signs));
  }
});

/** Returns a function that picks characters pseudorandomly, the same ones in each run. */
const seeded = (characters: readonly string[]) => {
  let state = 1;
  return (): string => {
    state = (state * 48_271) % 0x7fffffff;
    return characters[state % characters.length] ?? "";
  };
};

/** Returns the end position of each part in the joined text. */
const positionsAfter = (parts: readonly string[]): number[] => {
  let at = 0;
  return parts.map((part) => (at += part.length));
};

test("never splits a long word within a character, whatever the characters next to it", () => {
  const characters = Array.from("aéбبאกำัะ한각क्षि👩🇩©ക\u0301\u200d\u064b\u0600\u05bc\u0d4e\ufe0f\u00ad\r\n");
  const next = seeded(characters);
  const wrong: string[] = [];
  for (let round = 0; round < 3_000; round += 1) {
    const word = Array.from({ length: 40 }, next)
      .join("")
      .replaceAll(/[\u0e00-\u0eff]/g, "");
    const signs = wholeSegments(word, "grapheme");
    const expected = signs.length > 28 ? joinSigns(signs) : [word];
    if (splitWord(word).join("|") !== expected.join("|")) wrong.push(JSON.stringify(word));
  }
  expect(wrong).toEqual([]);
});

test("a word that contains Thai is split only between characters, and its text in other scripts stays together", () => {
  expect(splitWord("ไทย<script>ลาว")).toEqual(["ไทย", "", "<script>", "", "ลาว"]);
  const characters = Array.from("aéกไทยำั한👩🇩\u0301\u200d\u0600\u0d4e\ufe0f\u17b6\u1780");
  const next = seeded(characters);
  const wrong: string[] = [];
  for (let round = 0; round < 3_000; round += 1) {
    const word = Array.from({ length: 20 }, next).join("");
    const ends = new Set(positionsAfter(wholeSegments(word, "grapheme")));
    const parts = splitWord(word).filter(Boolean);
    if (parts.join("") !== word || !positionsAfter(parts).every((end) => ends.has(end)))
      wrong.push(JSON.stringify(word));
  }
  expect(wrong).toEqual([]);
});

test("splits words of 20,000 characters within 50 ms of CPU time", () => {
  for (const sign of [
    "/",
    "x",
    "日",
    "「",
    "。",
    "?a=b&日本",
    "عربيไทย",
    "ไทย",
    "▯▯▯▯▯▯▯▯▯▯▯▯▯▯▯▯▯▯▯ก",
    "👩‍👩‍👧",
    "\u0301",
    "日/",
    "한",
    "क",
    "देव",
    "क्षि",
  ]) {
    const word = sign.repeat(20_000 / sign.length);
    expect(
      leastCpu(() => splitWord(word), 50),
      sign,
    ).toBeLessThan(50);
  }
});
