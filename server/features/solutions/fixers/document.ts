import {
  attributeOf,
  escapeText,
  removeAttribute,
  renameRoot,
  replaceRange,
  type Snippet,
  setAttribute,
  textOf,
} from "../markup/edit";
import { given } from "../markup/guess-name";
import { type OpenTag, tokenize } from "../markup/tokenize";
import { type Draft, draft, type Fixer, settingOnRoot } from "./draft";

const languageNames: Readonly<Record<string, string>> = {
  english: "en",
  german: "de",
  deutsch: "de",
  french: "fr",
  francais: "fr",
  spanish: "es",
  espanol: "es",
  italian: "it",
  italiano: "it",
  dutch: "nl",
  nederlands: "nl",
  portuguese: "pt",
  polish: "pl",
};
const langAdvice =
  "Write the code of the language that the text is in, such as en, de or fr: screen readers choose their voice by it.";

/** What a wrong code was meant to be; null when nothing tells. */
const meantLanguage = (value: string | null): string | null => {
  const given = value?.trim().toLowerCase().replaceAll("_", "-") ?? "";
  const first = given.split("-")[0] ?? "";
  if (Object.hasOwn(languageNames, first)) return languageNames[first] ?? null;
  return /^[a-z]{2}$/.test(first) && !/^(?:xx|zz|us|uk)$/.test(first) ? first : null;
};

const documentLang: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const xml = attributeOf(root, "xml:lang");
  const known = meantLanguage(attributeOf(root, "lang")) ?? meantLanguage(xml);
  const text = known
    ? `lang="${known}" is what the code says already, in another form.`
    : 'lang="en" is a placeholder: nothing in the code says which language the text is in.';
  const fixed = setAttribute(snippet.html, root, "lang", known ?? "en");
  const same = xml === null ? fixed : setAttribute(fixed, reread(fixed) ?? root, "xml:lang", known ?? "en");
  return [draft(same, `${text} ${langAdvice}`)];
};

const reread = (html: string): OpenTag | null => {
  const found = tokenize(html).tokens.find((token) => token.kind === "open");
  return found?.kind === "open" ? found : null;
};

const partLang: Fixer = ({ html, root }) => {
  if (!root) return [];
  const known = meantLanguage(attributeOf(root, "lang"));
  if (known)
    return [
      draft(
        setAttribute(html, root, "lang", known),
        `lang="${known}" is the code of the language that was meant. ${langAdvice}`,
      ),
    ];
  return [
    draft(
      removeAttribute(html, root, "lang"),
      `This is no language code, so the attribute is taken away and the page's language counts. ${langAdvice}`,
    ),
  ];
};

const headingIn = (html: string): string | null =>
  given(textOf(tokenize(/<h1\b[^>]*>([\s\S]*?)<\/h1>/i.exec(html)?.[1] ?? "")));

const documentTitle: Fixer = ({ html, tokens, root }) => {
  if (!root) return [];
  const heading = headingIn(html);
  const title = `<title>${escapeText(heading ?? "Name of this page – Name of the website")}</title>`;
  const why = heading
    ? "The title is taken from the page's main heading; add the name of the website."
    : "The title is a placeholder that you have to replace: what is special about the page first, then the name of the website.";
  const text = `${why} It is the first thing a screen reader says, and the name of the browser tab.`;
  const present = tokens.find((token) => token.kind === "open" && token.name === "title");
  if (present) return [draft(html.replace(/<title\b[^>]*>\s*(?:<\/title>)?/i, title), text)];
  const head = tokens.find((token) => token.kind === "open" && token.name === "head");
  if (head) return [draft(replaceRange(html, head.end, head.end, title), text)];
  return [draft(replaceRange(html, root.end, root.end, `<head>${title}</head>`), text)];
};

const viewport: Fixer = ({ html, root }) => {
  if (!root) return [];
  const parts = (attributeOf(root, "content") ?? "")
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^(?:user-scalable|maximum-scale)\s*=/i.test(part));
  return [
    draft(
      setAttribute(html, root, "content", parts.length > 0 ? parts.join(", ") : "width=device-width, initial-scale=1"),
      "user-scalable and maximum-scale are taken away: whoever needs larger text can then zoom as far as they like.",
    ),
  ];
};

const positive = (tag: OpenTag): boolean => Number(attributeOf(tag, "tabindex")) > 0;

const tabindex: Fixer = ({ html, tokens }) => {
  let correct = html;
  for (const token of tokens.toReversed())
    if (token.kind === "open" && positive(token))
      correct = /^(?:a|button|input|select|textarea)$/.test(token.name)
        ? removeAttribute(correct, token, "tabindex")
        : setAttribute(correct, token, "tabindex", "0");
  return [
    draft(
      correct,
      "A positive tabindex puts the element before everything else on the page. Without one the keyboard follows the order of the code; change that order if it is not the one you want.",
    ),
  ];
};

const removing =
  (name: string, explanation: string): Fixer =>
  ({ html, tokens }) => {
    let correct = html;
    for (const token of tokens.toReversed()) if (token.kind === "open") correct = removeAttribute(correct, token, name);
    return [draft(correct, explanation)];
  };

const renaming =
  (name: string, explanation: string): Fixer =>
  (snippet) => {
    const correct = renameRoot(snippet, name);
    return correct ? [draft(correct, explanation)] : [];
  };

const stillText: Fixer = (snippet) => {
  const correct = renameRoot(snippet, snippet.root?.name === "marquee" ? "p" : "strong");
  return correct
    ? [draft(correct, "Text that moves or blinks by itself can't be stopped and is hard to read, so it stands still.")]
    : [];
};

const wholeRemoved =
  (explanation: string): Fixer =>
  ({ root, html }) =>
    root && html.slice(root.end).trim() === "" ? [draft("", explanation)] : [];

const spacing: Fixer = (snippet): Draft[] => {
  const style = snippet.root && attributeOf(snippet.root, "style");
  if (!style) return [];
  const relaxed = style.replace(/((?:letter|word|line)-(?:spacing|height)[^;!]*)!\s*important/gi, (_, rule: string) =>
    rule.trimEnd(),
  );
  return settingOnRoot(
    snippet,
    "style",
    relaxed,
    "Without !important people can set their own spacing, which some need to be able to read.",
  );
};

export const documentFixers: Readonly<Record<string, Fixer>> = {
  "html-has-lang": documentLang,
  "html-lang-valid": documentLang,
  "html-xml-lang-mismatch": documentLang,
  "valid-lang": partLang,
  "document-title": documentTitle,
  "meta-viewport": viewport,
  "meta-viewport-large": viewport,
  "meta-refresh": wholeRemoved(
    "Remove this element: a page that reloads or moves on by itself takes the time away that some people need. Use a redirect of the server, or a link.",
  ),
  "meta-refresh-no-exceptions": wholeRemoved(
    "Remove this element: a page that reloads or moves on by itself takes the time away that some people need.",
  ),
  tabindex,
  marquee: stillText,
  blink: stillText,
  "server-side-image-map": removing(
    "ismap",
    "A map that the server reads can be used with a mouse alone. Without ismap the link leads to one place; give each part of the picture a link of its own, for example by <map> and <area>.",
  ),
  "empty-table-header": renaming(
    "td",
    "An empty cell heads nothing, so it becomes an ordinary cell. If it does head a row or column, keep <th> and write what it heads.",
  ),
  "image-redundant-alt": (snippet: Snippet) =>
    settingOnRoot(
      imageOf(snippet),
      "alt",
      "",
      "The text beside the picture says the same already, so the picture says nothing of its own.",
    ),
  "scope-attr-valid": (snippet: Snippet) =>
    settingOnRoot(
      snippet,
      "scope",
      "col",
      'A heading cell heads a column (scope="col") or a row (scope="row"); col is a guess, so check it.',
    ),
  "avoid-inline-spacing": spacing,
  "frame-focusable-content": removing(
    "tabindex",
    "With tabindex=-1 what is inside the frame can't be reached by keyboard, so the attribute is taken away.",
  ),
  "td-headers-attr": removing(
    "headers",
    "The headers attribute points to cells that are no headings of this table. Without it the headings of the row and the column count, which is what most tables need.",
  ),
  "no-autoplay-audio": removing(
    "autoplay",
    "Sound that starts by itself drowns out a screen reader. Without autoplay it starts when somebody wants it; keep the controls.",
  ),
  "table-duplicate-name": removing("summary", "The caption says it already; once is enough."),
};

const imageOf = (snippet: Snippet): Snippet => {
  const image = snippet.tokens.find((token) => token.kind === "open" && token.name === "img");
  return image?.kind === "open" ? { ...snippet, root: image } : snippet;
};
