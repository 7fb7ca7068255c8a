/**
 * Returns a generator of random numbers from 0 to 1 (mulberry32), which always gives the same numbers for the same
 * seed.
 */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Draws up to `count` items at random, each at most once (Fisher and Yates). */
export const draw = <Item>(items: readonly Item[], count: number, random: () => number): Item[] => {
  const drawn = [...items];
  const wanted = Math.min(count, drawn.length);
  for (let at = 0; at < wanted; at += 1) {
    const other = at + Math.floor(random() * (drawn.length - at));
    const [first, second] = [drawn[at], drawn[other]];
    if (first !== undefined && second !== undefined) [drawn[at], drawn[other]] = [second, first];
  }
  return drawn.slice(0, wanted);
};
