import { attributeOf, escapeText, replaceRange, type Snippet } from "../markup/edit";
import { given, phraseFrom, phraseFromAddress } from "../markup/guess-name";
import { findClose } from "../markup/tokenize";
import { chooseName, draft, type Fixer, type Name, namingRoot } from "./draft";

const inner = ({ tokens, root }: Snippet, attribute: string): string | null => {
  for (const token of tokens)
    if (token.kind === "open" && token !== root) {
      const value = attributeOf(token, attribute);
      if (value) return value;
    }
  return null;
};

const svgTitle = ({ html }: Snippet): string | null => given(/<title>([^<]{1,100})<\/title>/i.exec(html)?.[1] ?? null);

const nameControl = (snippet: Snippet, placeholder: string): Name => {
  const { root } = snippet;
  if (!root) return chooseName([], placeholder);
  return chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [svgTitle(snippet), "the image title"],
      [phraseFromAddress(attributeOf(root, "href")), "the link's URL"],
      [phraseFrom(inner(snippet, "class")), "the icon class"],
      [phraseFrom(attributeOf(root, "id")), "the id"],
      [phraseFrom(attributeOf(root, "class")), "the class"],
      [phraseFrom(attributeOf(root, "name")), "the name attribute"],
    ],
    placeholder,
  );
};

const labelling =
  (what: string, placeholder: string, advice: string): Fixer =>
  (snippet) => {
    const name = nameControl(snippet, placeholder);
    return namingRoot(snippet, "aria-label", name, { why: what, advice });
  };

const button = labelling(
  "Gives the button a name for screen readers and voice control.",
  "Say what this button does",
  "Describe the action. Visible text would help everyone.",
);
const link = labelling(
  "Gives the link a name for screen readers and voice control.",
  "Say where this link leads",
  "Describe the destination. Visible text would help everyone.",
);
const widget = labelling(
  "Gives the element a name for screen readers.",
  "Say what this is",
  "If text on the page names it, point to that text with aria-labelledby instead.",
);

const frameTitle: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const host = /^https?:\/\/(?:www\.)?([a-z0-9-]+)\./i.exec(attributeOf(root, "src") ?? "")?.[1] ?? null;
  const name = chooseName(
    [
      [phraseFrom(attributeOf(root, "name")), "the frame name"],
      [phraseFrom(attributeOf(root, "id")), "the id"],
      [phraseFromAddress(attributeOf(root, "src")), "the frame's URL"],
      [phraseFrom(host), "the frame's host"],
    ],
    "Say what this frame contains",
  );
  return namingRoot(snippet, "title", name, {
    why: "Adds a title to the frame, so that people can decide whether to enter it.",
    advice: "Describe what the frame contains, such as “Map of our shop”.",
  });
};

const inputButton: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [phraseFrom(attributeOf(root, "name")), "the name attribute"],
      [phraseFrom(attributeOf(root, "id")), "the id"],
    ],
    "Say what this button does",
  );
  return namingRoot(snippet, "value", name, {
    why: "The button shows its value, and screen readers announce it.",
    advice: "Describe the action, such as “Send”.",
  });
};

const filling =
  (text: string, explanation: string): Fixer =>
  ({ html, tokens, root }) => {
    const close = root && tokens[findClose(tokens, tokens.indexOf(root))];
    if (close?.kind !== "close") return [];
    return [
      draft(
        replaceRange(html, close.start, close.start, escapeText(text)),
        `“${text}” is a placeholder: replace it. ${explanation}`,
        [text],
      ),
    ];
  };

export const nameFixers: Readonly<Record<string, Fixer>> = {
  "button-name": button,
  "link-name": link,
  "input-button-name": inputButton,
  "frame-title": frameTitle,
  "summary-name": filling("Say what opens here", "The element that opens the details needs text."),
  "empty-heading": filling(
    "Write the heading",
    "An empty heading is announced only as “heading”. If you don't need it, remove the element.",
  ),
  "aria-command-name": button,
  "aria-dialog-name": widget,
  "aria-meter-name": widget,
  "aria-progressbar-name": widget,
  "aria-tooltip-name": widget,
  "aria-treeitem-name": widget,
};
