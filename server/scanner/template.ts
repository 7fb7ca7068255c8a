import { createHash } from "node:crypto";

const hashLength = 12;

/**
 * Returns the name of the template that a page was made from: a hash of its outermost parts (see read-structure.ts).
 * It depends on the page alone, so it is the same in every scan.
 */
export const nameTemplate = (structure: readonly string[]): string =>
  createHash("sha256").update(structure.join("\n")).digest("hex").slice(0, hashLength);
