import type { Token } from "../markup/tokenize";

/** Elements that a fix may add. */
const harmless = new Set(
  "label span div p ul ol li dl dt dd legend fieldset caption title head body html section nav main header footer aside article figure figcaption h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr th td button optgroup option summary details strong em b i small abbr time desc".split(
    " ",
  ),
);

/** Elements that a fix must keep. */
const kept = ["a", "area", "input", "select", "textarea", "img", "svg", "form", "video", "audio", "object", "iframe"];

const count = (tokens: readonly Token[]): Map<string, number> => {
  const counted = new Map<string, number>();
  for (const token of tokens) if (token.kind === "open") counted.set(token.name, (counted.get(token.name) ?? 0) + 1);
  return counted;
};

export const objectToElements = (before: readonly Token[], after: readonly Token[]): string[] => {
  const [were, are] = [count(before), count(after)];
  const added = [...are].filter(([name, number]) => !harmless.has(name) && number > (were.get(name) ?? 0));
  const lost = kept.filter((name) => (are.get(name) ?? 0) < (were.get(name) ?? 0));
  const asides = new Set(before.flatMap((token) => (token.kind === "aside" ? [token.text] : [])));
  const comment = after.some((token) => token.kind === "aside" && !asides.has(token.text));
  return [
    ...added.map(([name]) => `correct_code adds a <${name.slice(0, 30)}> element.`),
    ...lost.map((name) => `correct_code removes a <${name}> element.`),
    ...(comment ? ["correct_code adds a comment."] : []),
  ];
};
