/** Facts that no PDF library's interface exposes, read from the objects of a PDF written without compression. */
export type RawFacts = {
  headerCells: number;
  headerCellsWithScope: number;
  figures: number;
  /** Bounding boxes of figures: left, bottom, right and top, in points. */
  figureBoxes: number[][];
  lists: number;
  /** How each list numbers its items. */
  listNumberings: string[];
  /** Link annotations that the structure tree assigns to the wrong page. */
  misplacedLinks: number;
  fonts: string[];
  fontsNotEmbedded: string[];
  claimsConformance: boolean;
};

const readObjects = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = "", body = ""]) => [id, body]));

const references = (text: string): string[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => id);

const pageOfAnnotations = (objects: Map<string, string>): Map<string, string> => {
  const pages = new Map<string, string>();
  for (const [page, body] of objects) {
    if (!/\/Type \/Page\n/.test(body)) continue;
    const annotations = /\/Annots \[(.*?)\]/s.exec(body)?.[1] ?? "";
    for (const id of references(annotations)) pages.set(id, page);
  }
  return pages;
};

/** Returns what the pattern's group matches in each string, and leaves out strings that don't match. */
const matchesOf = (pattern: RegExp, texts: readonly string[]): string[] =>
  texts.flatMap((text) => pattern.exec(text)?.[1] ?? []);

export const readRawPdf = (file: Buffer): RawFacts => {
  const text = file.toString("latin1");
  const objects = readObjects(text);
  const bodies = [...objects.values()];
  const headers = bodies.filter((body) => /\/S \/TH\n/.test(body));
  const figures = bodies.filter((body) => /\/S \/Figure\n/.test(body));
  const lists = bodies.filter((body) => /\/S \/L\n/.test(body));
  const pages = pageOfAnnotations(objects);
  const placed = [...text.matchAll(/\/Type \/OBJR\n\/Obj (\d+) 0 R\n\/Pg (\d+) 0 R/g)];
  const fonts = bodies.filter(
    (body) => /\/Type \/Font\n/.test(body) && /\/Subtype \/(?:Type0|Type1|TrueType)\n/.test(body),
  );
  const descriptors = bodies.filter((body) => body.includes("/Type /FontDescriptor"));
  const nameOf = (body: string) => /\/(?:BaseFont|FontName) \/(\S+)/.exec(body)?.[1] ?? "";
  return {
    headerCells: headers.length,
    headerCellsWithScope: headers.filter((body) => /\/Scope \/(?:Column|Row)/.test(body)).length,
    figures: figures.length,
    figureBoxes: matchesOf(/\/O \/Layout\n\/Placement \/Block\n\/BBox \[([^\]]*)\]/, figures).map((box) =>
      box.split(" ").map(Number),
    ),
    lists: lists.length,
    listNumberings: matchesOf(/\/O \/List\n\/ListNumbering \/(\w+)/, lists),
    misplacedLinks: placed.filter(([, annotation = "", page]) => pages.get(annotation) !== page).length,
    fonts: fonts.map(nameOf),
    fontsNotEmbedded: [
      ...fonts.filter((body) => !body.includes("/Subtype /Type0")).map(nameOf),
      ...descriptors.filter((body) => !/\/FontFile[23] /.test(body)).map(nameOf),
    ],
    claimsConformance: /pdfuaid|pdfaid/.test(text),
  };
};
