type Piece = Html | string | number | false | null | undefined | readonly Piece[];

/** Text that is already markup. */
export class Html {
  constructor(readonly text: string) {}
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const print = (piece: Piece): string => {
  if (piece instanceof Html) return piece.text;
  if (piece === false || piece === null || piece === undefined) return "";
  if (typeof piece === "object") return piece.map(print).join("");
  return String(piece).replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
};

/** Builds markup from a template: escapes text, inserts markup and lists of markup unchanged, and omits null values. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.map((part, index) => part + print(pieces[index])).join(""));
