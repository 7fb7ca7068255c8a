import {
  attributeOf,
  escapeText,
  removeAttribute,
  renameRoot,
  replaceRange,
  type Snippet,
  setAttribute,
  textInside,
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
  "Use the code for the language of the text, such as en, de or fr. Screen readers use it to choose a voice.";

/** Returns the language code that an invalid code probably stands for, or null if it can't be inferred. */
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
    ? `lang="${known}" is the language already given in the code, in the correct format.`
    : 'lang="en" is a placeholder: the code does not say which language the text is in.';
  const fixed = setAttribute(snippet.html, root, "lang", known ?? "en");
  const same = xml === null ? fixed : setAttribute(fixed, reread(fixed) ?? root, "xml:lang", known ?? "en");
  return [draft(same, `${text} ${langAdvice}`, known ? [] : ["en"])];
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
        `lang="${known}" is the code for the intended language. ${langAdvice}`,
      ),
    ];
  return [
    draft(
      removeAttribute(html, root, "lang"),
      `Removes lang, because its value isn't a language code. The page's language then applies instead. ${langAdvice}`,
    ),
  ];
};

/** Replaces an opening title tag with `title`. If the title is empty, also replaces its closing tag. */
const replaceTitle = (html: string, { start, end }: OpenTag, title: string): string => {
  const rest = /\s*(?:<\/title>)?/iy;
  rest.lastIndex = end;
  rest.test(html);
  return replaceRange(html, start, rest.lastIndex, title);
};

const namelessTitle = "Name of this page – Name of the website";

const documentTitle: Fixer = ({ html, tokens, root }) => {
  if (!root) return [];
  const heading = given(textInside({ tokens }, "h1"));
  const title = `<title>${escapeText(heading ?? namelessTitle)}</title>`;
  const why = heading
    ? "The title comes from the page's main heading. Add the name of the website."
    : "The title is a placeholder: replace it with the page's topic, followed by the website's name.";
  const text = `${why} The title is the first thing a screen reader announces, and it labels the browser tab.`;
  const present = tokens.find((token) => token.kind === "open" && token.name === "title");
  const placeholders = heading ? [] : [namelessTitle];
  if (present?.kind === "open") return [draft(replaceTitle(html, present, title), text, placeholders)];
  const head = tokens.find((token) => token.kind === "open" && token.name === "head");
  if (head) return [draft(replaceRange(html, head.end, head.end, title), text, placeholders)];
  return [draft(replaceRange(html, root.end, root.end, `<head>${title}</head>`), text, placeholders)];
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
      "Removes user-scalable and maximum-scale, so that anyone who needs larger text can zoom in.",
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
      "A positive tabindex puts the element before everything else in the tab order. Without it, the tab order follows the code. If that order is wrong, move the element.",
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
    ? [draft(correct, "Makes the text static, because moving or blinking text is hard to read and can't be stopped.")]
    : [];
};

const wholeRemoved =
  (explanation: string): Fixer =>
  ({ root, html }) =>
    root && html.slice(root.end).trim() === "" ? [draft("", explanation)] : [];

const setsSpacing = /(?:letter|word|line)-(?:spacing|height)/i;
const isImportant = /^!\s*important/i;

/** Removes `!important` from spacing declarations and leaves others unchanged. */
const relax = (declaration: string): string => {
  const at = declaration.indexOf("!");
  const [rule, mark] = [declaration.slice(0, at), declaration.slice(at)];
  if (at < 0 || !setsSpacing.test(rule) || !isImportant.test(mark)) return declaration;
  return rule.trimEnd() + mark.replace(isImportant, "");
};

const spacing: Fixer = (snippet): Draft[] => {
  const style = snippet.root && attributeOf(snippet.root, "style");
  if (!style) return [];
  const relaxed = style.split(";").map(relax).join(";");
  return settingOnRoot(
    snippet,
    "style",
    relaxed,
    "Removes !important, so that people can set the text spacing they need.",
  );
};

const removingAutoplay = removing(
  "autoplay",
  "Removes autoplay, because automatic sound drowns out screen readers. Keep the controls, so that people can start the sound.",
);

export const documentFixers: Readonly<Record<string, Fixer>> = {
  "html-has-lang": documentLang,
  "html-lang-valid": documentLang,
  "html-xml-lang-mismatch": documentLang,
  "valid-lang": partLang,
  "document-title": documentTitle,
  "meta-viewport": viewport,
  "meta-viewport-large": viewport,
  "meta-refresh": wholeRemoved(
    "Remove this element: a page that reloads or redirects by itself doesn't give everyone enough time. Use a server redirect or a link instead.",
  ),
  "meta-refresh-no-exceptions": wholeRemoved(
    "Remove this element: a page that reloads or redirects by itself doesn't give everyone enough time.",
  ),
  tabindex,
  marquee: stillText,
  blink: stillText,
  "server-side-image-map": removing(
    "ismap",
    "A server-side image map works only with a mouse. Without ismap, the whole image is one link. Give each part of the image its own link, for example with <map> and <area>.",
  ),
  "empty-table-header": renaming(
    "td",
    "Turns the empty header cell into a data cell. If it is the header of a row or column, keep <th> and add text.",
  ),
  "image-redundant-alt": (snippet: Snippet) =>
    settingOnRoot(
      imageOf(snippet),
      "alt",
      "",
      "Empties the alternative text, because the text next to the image already says the same thing.",
    ),
  "scope-attr-valid": (snippet: Snippet) =>
    settingOnRoot(
      snippet,
      "scope",
      "col",
      'A header cell applies to a column (scope="col") or a row (scope="row"). “col” is a guess, so check it.',
      ["col"],
    ),
  "avoid-inline-spacing": spacing,
  "frame-focusable-content": removing(
    "tabindex",
    "Removes the negative tabindex, because it keeps keyboard users out of the frame.",
  ),
  "td-headers-attr": removing(
    "headers",
    "Removes the headers attribute, because it refers to cells that aren't headers of this table. Without it, the headers of the row and column apply, which suits most tables.",
  ),
  "no-autoplay-audio": removingAutoplay,
  "sound-control": removingAutoplay,
  "table-duplicate-name": removing("summary", "Removes the summary, because the caption already says the same thing."),
};

const imageOf = (snippet: Snippet): Snippet => {
  const image = snippet.tokens.find((token) => token.kind === "open" && token.name === "img");
  return image?.kind === "open" ? { ...snippet, root: image } : snippet;
};
