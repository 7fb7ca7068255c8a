import { listAnnotations } from "../model/page-list";
import { type PdfDict, PdfString } from "../pdf/values";
import type { CheckContext } from "./context";

const MAX_ACTIONS = 10_000;
/** Keys through which a media clip can be reached from an annotation, a page or the catalogue. */
const keys = ["A", "AA", "Next", "R", "C", "D", "E", "X", "U", "Fo", "Bl", "PO", "PC", "PV", "PI", "O", "OpenAction"];

const checkClip = ({ file, report }: CheckContext, clip: PdfDict, page: number | null): void => {
  if (file.name(clip.get("S")) === "MCD" && !file.text(clip.get("CT"))) report("7.18.6.2-1", page);
  const texts = file
    .list(clip.get("Alt"))
    .slice(0, 1_000)
    .map((value) => file.get(value));
  // The array consists of pairs, each a language tag and the text in that language.
  const isValid =
    texts.length > 0 &&
    texts.length % 2 === 0 &&
    texts.every((text, index) => text instanceof PdfString && (index % 2 === 0 || file.textOf(text).trim() !== ""));
  if (!isValid) report("7.18.6.2-2", page);
};

class ClipFinder {
  private readonly seen = new Set<PdfDict>();

  constructor(private readonly context: CheckContext) {}

  find(start: PdfDict, page: number | null): void {
    const { file } = this.context;
    const open = keys.map((key) => start.get(key) ?? null);
    while (open.length > 0 && this.seen.size < MAX_ACTIONS) {
      file.budget.spend();
      const value = file.get(open.pop());
      if (Array.isArray(value)) open.push(...value.slice(0, 100));
      else if (value instanceof Map && this.enter(value, page)) open.push(...keys.map((key) => value.get(key) ?? null));
    }
  }

  /** Checks the dictionary if it is a media clip. Returns whether it may lead to further clips. */
  private enter(dict: PdfDict, page: number | null): boolean {
    const { file } = this.context;
    if (this.seen.has(dict) || file.name(dict.get("Type")) === "Page") return false;
    this.seen.add(dict);
    const kind = file.name(dict.get("S"));
    if (kind === "MCD" || kind === "MCS") checkClip(this.context, dict, page);
    return true;
  }
}

export const checkMedia = (context: CheckContext): void => {
  const finder = new ClipFinder(context);
  finder.find(context.catalog, null);
  for (const page of context.pages) {
    finder.find(page.dict, page.number);
    for (const { dict } of listAnnotations(context.file, page)) finder.find(dict, page.number);
  }
};
