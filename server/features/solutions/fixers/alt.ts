import { attributeOf, type Snippet, textOf } from "../markup/edit";
import { given, phraseFrom, phraseFromAddress } from "../markup/guess-name";
import { tokenize } from "../markup/tokenize";
import { chooseName, type Fixer, judgeName, type Name, settingOnRoot } from "./draft";

const advice =
  'Write what the picture shows, in the words you would use on the phone; if it only decorates, leave the alternative empty (alt="").';

const captionOf = (html: string): string | null => {
  const caption = /<figcaption\b[^>]*>([\s\S]*?)<\/figcaption>/i.exec(html)?.[1] ?? "";
  return given(textOf(tokenize(caption)));
};

const isPixel = ({ root }: Snippet): boolean =>
  root !== null &&
  [attributeOf(root, "width"), attributeOf(root, "height")].every((size) => /^[01](?:px)?$/.test(size ?? ""));

const nameImage = ({ html, root }: Snippet): Name =>
  chooseName(
    root
      ? [
          [captionOf(html), "the caption"],
          [given(attributeOf(root, "title")), "the title attribute"],
          [phraseFromAddress(attributeOf(root, "src") ?? attributeOf(root, "data-src")), "the file's name"],
          [phraseFrom(attributeOf(root, "id")), "the id"],
        ]
      : [],
    "Describe this picture",
  );

/** The picture may stand inside what was found; it is the one that gets the text. */
const imageIn = (snippet: Snippet): Snippet => {
  const image = snippet.tokens.find((token) => token.kind === "open" && token.name === "img");
  return image?.kind === "open" ? { ...snippet, root: image } : snippet;
};

const imageAlt: Fixer = (found) => {
  const snippet = imageIn(found);
  if (isPixel(snippet))
    return settingOnRoot(
      snippet,
      "alt",
      "",
      "A picture of one pixel shows nothing, so screen readers should pass over it.",
    );
  const name = nameImage(snippet);
  return settingOnRoot(snippet, "alt", name.text, `The picture gets an alternative text. ${judgeName(name, advice)}`);
};

const inputImageAlt: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [given(attributeOf(root, "value")), "the value"],
      [phraseFromAddress(attributeOf(root, "src")), "the file's name"],
      [phraseFrom(attributeOf(root, "name")), "the field's name"],
    ],
    "Say what this button does",
  );
  const text = judgeName(name, "Write what happens when it is pressed, such as “Search”.");
  return settingOnRoot(snippet, "alt", name.text, `A picture that is a button is named by its alt. ${text}`);
};

const areaAlt: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [phraseFromAddress(attributeOf(root, "href")), "the link's address"],
    ],
    "Say where this leads",
  );
  const text = judgeName(name, "Write where this part of the map leads.");
  return settingOnRoot(snippet, "alt", name.text, `Each link of an image map needs a name of its own. ${text}`);
};

const labelledPicture: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [phraseFromAddress(attributeOf(root, "data")), "the file's name"],
      [phraseFrom(attributeOf(root, "id")), "the id"],
      [phraseFrom(attributeOf(root, "class")), "the class"],
      [/^(?:svg|object)$/.test(root.name) ? null : given(textOf(snippet)), "the text inside"],
    ],
    "Describe this picture",
  );
  const text = judgeName(name, "Write what the picture tells.");
  return settingOnRoot(snippet, "aria-label", name.text, `The picture gets a name for screen readers. ${text}`);
};

export const altFixers: Readonly<Record<string, Fixer>> = {
  "image-alt": imageAlt,
  "input-image-alt": inputImageAlt,
  "area-alt": areaAlt,
  "role-img-alt": labelledPicture,
  "svg-img-alt": labelledPicture,
  "object-alt": labelledPicture,
};
