import { truncate } from "@/server/core/truncate";

const noise = new Set(
  "img image images pic picture photo icon icons ico btn button link logo svg png jpg jpeg gif webp avif html htm php aspx index default input field txt text select fa fas far glyphicon bi lg sm md xs xl small large medium thumb thumbnail primary secondary outline js container wrapper wrap item the cls css class id el elem element new old final copy untitled screenshot dsc foo bar test control form box".split(
    " ",
  ),
);

const isWord = (word: string): boolean =>
  /^\p{L}{2,20}$/u.test(word) && /[aeiouyäöüáéíóú]/i.test(word) && !noise.has(word);

/** Returns the words in a file name, class or id as a phrase, or null if it contains no words. */
export const phraseFrom = (raw: string | null): string | null => {
  if (!raw) return null;
  const words = raw
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(isWord)
    .slice(0, 6);
  if (words.length === 0) return null;
  const phrase = words.join(" ");
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
};

/** Returns the words in the last segment of a URL's path as a phrase. */
export const phraseFromAddress = (address: string | null): string | null => {
  if (!address || /^(?:data|javascript|blob):/i.test(address)) return null;
  const path = (address.split(/[?#]/, 1)[0] ?? "").replace(/^[a-z]+:\/\/[^/]*/i, "");
  return phraseFrom(
    path
      .split("/")
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.[a-z0-9]{1,5}$/i, "") ?? null,
  );
};

/**
 * Returns the first 150 characters of text that an author wrote, or null if the text is empty or contains an ellipsis.
 */
export const given = (text: string | null): string | null => {
  const trimmed = text?.replace(/\s+/g, " ").trim() ?? "";
  return trimmed === "" || trimmed.includes("…") ? null : truncate(trimmed, 150);
};
