export interface Attribute {
  /** Lower case. */
  name: string;
  /** As it is written, without its quotes. */
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
  selfClosing: boolean;
}

export type Token =
  | OpenTag
  | (Place & { kind: "close"; name: string })
  | (Place & { kind: "text"; text: string })
  /** A comment, a doctype, or anything else that begins with `<!` or `<?`. */
  | (Place & { kind: "aside"; text: string });

export interface Markup {
  tokens: Token[];
  /** A tag, a quote or a comment that does not end. */
  broken: boolean;
}

const rawText = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes|noscript)$/;
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y;
const tagStart = /<(\/?)([a-z][^\s/>]*)/iy;
const aside = /<!--[\s\S]*?-->|<![^>]*>|<\?[^>]*>/y;

const readAttributes = (html: string, from: number): { attributes: Attribute[]; at: number } => {
  const attributes: Attribute[] = [];
  let at = from;
  for (;;) {
    attribute.lastIndex = at;
    const match = attribute.exec(html);
    if (!match?.[1]) return { attributes, at };
    const start = at + (/^[\s/]*/.exec(match[0])?.[0].length ?? 0);
    at = attribute.lastIndex;
    attributes.push({ name: match[1].toLowerCase(), value: match[2] ?? match[3] ?? match[4] ?? "", start, end: at });
  }
};

const readTag = (html: string, at: number): Read | null => {
  tagStart.lastIndex = at;
  const match = tagStart.exec(html);
  if (!match?.[2]) return null;
  const name = match[2].toLowerCase();
  const { attributes, at: afterAttributes } = readAttributes(html, tagStart.lastIndex);
  const close = html.indexOf(">", afterAttributes);
  const gap = close < 0 ? html.slice(afterAttributes) : html.slice(afterAttributes, close);
  const broken = close < 0 || /[^\s/]/.test(gap);
  const end = close < 0 ? html.length : close + 1;
  const place = { start: at, end };
  if (match[1]) return { token: { kind: "close", name, ...place }, broken };
  return { token: { kind: "open", name, attributes, selfClosing: gap.includes("/"), ...place }, broken };
};

const readAside = (html: string, at: number): Read => {
  aside.lastIndex = at;
  const text = aside.exec(html)?.[0];
  const end = text === undefined ? html.length : at + text.length;
  return {
    token: { kind: "aside", text: html.slice(at, end), start: at, end },
    broken: text === undefined || text === "<!-->",
  };
};

/** Where the text that starts here ends: at the next tag, or, within an element of raw text, at its closing tag. */
const endOfText = (html: string, at: number, within: string): number => {
  if (!within) {
    const next = html.slice(at + 1).search(/<[a-z/!?]/i);
    return next < 0 ? html.length : at + 1 + next;
  }
  const close = html.slice(at).search(new RegExp(`</${within}[\\s/>]`, "i"));
  return close < 0 ? html.length : at + close;
};

interface Read {
  token: Token;
  broken: boolean;
}

/** The token that starts here; null when an element of raw text is empty here. */
const readToken = (html: string, at: number, within: string): Read | null => {
  if (html[at] === "<" && within === "") {
    const read = /^<[!?]/.test(html.slice(at, at + 2)) ? readAside(html, at) : readTag(html, at);
    if (read) return read;
  }
  const end = endOfText(html, at, within);
  return end > at ? { token: { kind: "text", text: html.slice(at, end), start: at, end }, broken: false } : null;
};

/**
 * HTML as tags, texts and asides in their order. No tree is built and nothing is repaired: it serves to read and to
 * compare snippets, and what it can't read it calls broken.
 */
export const tokenize = (html: string): Markup => {
  const tokens: Token[] = [];
  let broken = false;
  let within = "";
  for (let at = 0; at < html.length; at = tokens.at(-1)?.end ?? 0) {
    const read = readToken(html, at, within) ?? readToken(html, at, "");
    if (!read) break;
    tokens.push(read.token);
    broken ||= read.broken;
    within = read.token.kind === "open" && rawText.test(read.token.name) ? read.token.name : "";
  }
  return { tokens, broken };
};

const voids = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

export const isVoid = (name: string): boolean => voids.test(name);

/** Index of the tag that closes the one at `index`; the index itself for one that needs none, -1 when there is none. */
export const findClose = (tokens: readonly Token[], index: number): number => {
  const open = tokens[index];
  if (open?.kind !== "open") return -1;
  if (isVoid(open.name)) return index;
  let depth = 0;
  for (let at = index; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind === "open" && token.name === open.name) depth += 1;
    if (token?.kind === "close" && token.name === open.name) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
};
