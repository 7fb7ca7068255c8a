import { attributeOf, type Snippet, textInside, textOf } from "../markup/edit";
import { given, phraseFrom, phraseFromAddress } from "../markup/guess-name";
import { chooseName, type Fixer, type Name, namingRoot, settingOnRoot } from "./draft";

const advice =
  'Describe the image as you would over the phone. If it is only decorative, leave the alternative text empty (alt="").';

const isPixel = ({ root }: Snippet): boolean =>
  root !== null &&
  [attributeOf(root, "width"), attributeOf(root, "height")].every((size) => /^[01](?:px)?$/.test(size ?? ""));

const nameImage = ({ tokens, root }: Snippet): Name =>
  chooseName(
    root
      ? [
          [given(textInside({ tokens }, "figcaption")), "the caption"],
          [given(attributeOf(root, "title")), "the title attribute"],
          [phraseFromAddress(attributeOf(root, "src") ?? attributeOf(root, "data-src")), "the file name"],
          [phraseFrom(attributeOf(root, "id")), "the id"],
        ]
      : [],
    "Describe this image",
  );

/** Makes the image the root of the snippet, because the reported element may contain the image. */
const imageIn = (snippet: Snippet): Snippet => {
  const image = snippet.tokens.find((token) => token.kind === "open" && token.name === "img");
  return image?.kind === "open" ? { ...snippet, root: image } : snippet;
};

const imageAlt: Fixer = (found) => {
  const snippet = imageIn(found);
  if (isPixel(snippet))
    return settingOnRoot(snippet, "alt", "", "Screen readers should skip a one-pixel image, because it shows nothing.");
  const name = nameImage(snippet);
  return namingRoot(snippet, "alt", name, { why: "Adds alternative text to the image.", advice });
};

const inputImageAlt: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [given(attributeOf(root, "value")), "the value"],
      [phraseFromAddress(attributeOf(root, "src")), "the file name"],
      [phraseFrom(attributeOf(root, "name")), "the field name"],
    ],
    "Say what this button does",
  );
  return namingRoot(snippet, "alt", name, {
    why: "An image button takes its name from its alt attribute.",
    advice: "Describe the action, such as “Search”.",
  });
};

const areaAlt: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [phraseFromAddress(attributeOf(root, "href")), "the link's URL"],
    ],
    "Say where this leads",
  );
  return namingRoot(snippet, "alt", name, {
    why: "Each link in an image map needs its own name.",
    advice: "Describe where this area of the image map leads.",
  });
};

const labelledPicture: Fixer = (snippet) => {
  const { root } = snippet;
  if (!root) return [];
  const name = chooseName(
    [
      [given(attributeOf(root, "title")), "the title attribute"],
      [phraseFromAddress(attributeOf(root, "data")), "the file name"],
      [phraseFrom(attributeOf(root, "id")), "the id"],
      [phraseFrom(attributeOf(root, "class")), "the class"],
      [/^(?:svg|object)$/.test(root.name) ? null : given(textOf(snippet)), "the text inside"],
    ],
    "Describe this image",
  );
  return namingRoot(snippet, "aria-label", name, {
    why: "Gives the image a name for screen readers.",
    advice: "Describe what the image conveys.",
  });
};

export const altFixers: Readonly<Record<string, Fixer>> = {
  "image-alt": imageAlt,
  "input-image-alt": inputImageAlt,
  "area-alt": areaAlt,
  "role-img-alt": labelledPicture,
  "svg-img-alt": labelledPicture,
  "object-alt": labelledPicture,
};
