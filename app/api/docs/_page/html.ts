type Piece = Html | string | number | false | null | undefined | readonly Piece[];

/** Text that is markup already. */
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

/** Markup with values in it: texts are escaped, markup and lists of it are taken as they are, nothing is left out. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(parts.map((part, index) => part + print(pieces[index])).join(""));
