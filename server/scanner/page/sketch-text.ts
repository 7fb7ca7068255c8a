const sketchSize = 16;
const shingleLength = 4;
const leastWords = 8;
const mostWords = 4_000;

/** FNV-1a, followed by a mixing step that makes every bit depend on the whole text. */
const hashText = (text: string, seed: number): number => {
  let hash = (2_166_136_261 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * Returns a sketch of some text: a MinHash of its sequences of four words. The share of equal numbers in two sketches
 * estimates how much text they have in common. Digits are ignored, because dates and counters change. The sketch is
 * empty if the text has fewer than eight words.
 */
export const sketchText = (text: string): number[] => {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\s]+/gu, "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, mostWords);
  if (words.length < leastWords) return [];
  const shingles = new Set(
    words.slice(0, 1 - shingleLength).map((_, at) => words.slice(at, at + shingleLength).join(" ")),
  );
  const sketch = Array.from({ length: sketchSize }, () => 4_294_967_295);
  for (const shingle of shingles) {
    const base = hashText(shingle, 0);
    for (const [index, least] of sketch.entries()) {
      const mixed = Math.imul(base ^ Math.imul(index + 1, 2_654_435_769), 2_246_822_507);
      const value = Math.imul(mixed ^ (mixed >>> 15), 3_266_489_909) >>> 0;
      if (value < least) sketch[index] = value;
    }
  }
  return sketch;
};

/** Returns the estimated share of text, from 0 to 1, that two sketched pages have in common. */
export const likeness = (one: readonly number[], other: readonly number[]): number =>
  one.filter((value, index) => value === other[index]).length / Math.max(one.length, other.length, 1);
