import { createHash } from "node:crypto";

const hashLength = 12;

/**
 * Returns the name of a page's template: a hash of the page's outermost parts (see read-structure.ts). The name only
 * depends on the page, so it is the same in every audit.
 */
export const nameTemplate = (structure: readonly string[]): string =>
  createHash("sha256").update(structure.join("\n")).digest("hex").slice(0, hashLength);
