import { ErrorCodes, type Token as Parsed, type TokenHandler, Tokenizer, TokenizerMode } from "parse5";

export interface Attribute {
  /** The name in lower case. */
  name: string;
  /** The value without quotes, with character references decoded. */
  value: string;
  start: number;
  end: number;
}

interface Place {
  start: number;
  end: number;
}

export interface OpenTag extends Place {
  kind: "open";
  name: string;
  attributes: Attribute[];
}

export type Token =
  | OpenTag
  | (Place & { kind: "close"; name: string })
  /** The character references in `text` have been decoded. */
  | (Place & { kind: "text"; text: string })
  /** A comment, a doctype, or anything else that begins with `<!` or `<?`, unchanged. */
  | (Place & { kind: "aside"; text: string });

export interface Markup {
  tokens: Token[];
  /** True if a tag, quote or comment isn't closed, or if a tag has the same attribute twice. */
  broken: boolean;
}

/** The tokenizer modes in which a browser with scripting enabled parses elements that contain only text. */
const modes = new Map([
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
  ...["style", "xmp", "iframe", "noembed", "noframes", "noscript"].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
]);

/** Appended to the source so that a truncated tag isn't dropped. Closes a quoted value, if any, and then the tag. */
const closing = `>">'>`;

/** Removes the characters of `closing` that were read as part of text or an attribute value. */
const withoutClosing = (text: string, excess: number): string => (excess > 0 ? text.slice(0, -excess) : text);

const placeOf = (html: string, location: Parsed.Location | null | undefined): Place & { excess: number } => {
  const { startOffset = 0, endOffset = 0 } = location ?? {};
  const end = Math.min(endOffset, html.length);
  return { start: Math.min(startOffset, end), end, excess: endOffset - end };
};

const readAttributes = (html: string, { attrs, location }: Parsed.TagToken): Attribute[] =>
  attrs.map(({ name, value }) => {
    const { start, end, excess } = placeOf(html, location?.attrs?.[name]);
    return { name, value: withoutClosing(value, excess - 1), start, end };
  });

const addText = (html: string, tokens: Token[], { chars, location }: Parsed.CharacterToken): void => {
  const { start, end, excess } = placeOf(html, location);
  const text = withoutClosing(chars, excess);
  if (start === end || text === "") return;
  const last = tokens.at(-1);
  if (last?.kind !== "text") tokens.push({ kind: "text", text, start, end });
  else Object.assign(last, { text: last.text + text, end });
};

/**
 * Splits HTML into tags, text and asides, in order, as a browser does. Doesn't build a tree or correct anything, because
 * the result is only used to read and compare snippets. Marks the snippet as broken if a browser would drop part of it.
 */
export const tokenize = (html: string): Markup => {
  const tokens: Token[] = [];
  let broken = false;
  const add = (location: Parsed.Location | null, create: (place: Place) => Token): void => {
    const { start, end, excess } = placeOf(html, location);
    if (start === end) return;
    tokens.push(create({ start, end }));
    broken ||= excess > 0;
  };
  const addAside = ({ location }: Parsed.CommentToken | Parsed.DoctypeToken): void =>
    add(location, (place) => ({ kind: "aside", text: html.slice(place.start, place.end), ...place }));
  const onCharacter = (token: Parsed.CharacterToken): void => addText(html, tokens, token);
  const handler: TokenHandler = {
    onStartTag: (tag) => {
      add(tag.location, (place) => ({
        kind: "open",
        name: tag.tagName,
        attributes: readAttributes(html, tag),
        ...place,
      }));
      tokenizer.state = modes.get(tag.tagName) ?? tokenizer.state;
    },
    onEndTag: (tag) => add(tag.location, (place) => ({ kind: "close", name: tag.tagName, ...place })),
    onCharacter,
    onWhitespaceCharacter: onCharacter,
    onNullCharacter: onCharacter,
    onComment: addAside,
    onDoctype: addAside,
    onEof: () => undefined,
    onParseError: ({ code }) => {
      broken ||= code === ErrorCodes.duplicateAttribute;
    },
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(html, false);
  // A `</` at the end of the source is text, but would be dropped if `closing` made it `</>`.
  tokenizer.write(html.endsWith("</") ? "" : closing, true);
  return { tokens, broken: broken || (tokens.at(-1)?.end ?? 0) < html.length };
};

const voids = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/**
 * Returns the index of the tag that closes the one at `index`: the same index for void elements, -1 if the tag isn't
 * closed.
 */
export const findClose = (tokens: readonly Token[], index: number): number => {
  const open = tokens[index];
  if (open?.kind !== "open") return -1;
  if (voids.test(open.name)) return index;
  let depth = 0;
  for (let at = index; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === "open" && token.name === open.name) depth += 1;
    if (token?.kind === "close" && token.name === open.name) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
};
