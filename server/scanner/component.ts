import { createHash } from "node:crypto";

const hashLength = 12;
const labelParts = 2;
const maxLabel = 160;

/**
 * Returns the name of a component: a hash of its path from the outermost landmark inwards, a space, and the end of the
 * path as a readable label. The same structure has the same name on every page and in every audit.
 */
export const nameComponent = (path: readonly string[]): string => {
  const hash = createHash("sha256").update(path.join(" > ")).digest("hex").slice(0, hashLength);
  return `${hash} ${path.slice(-labelParts).join(" > ").slice(0, maxLabel)}`;
};

interface Component {
  id: string;
  /** The readable part of the component's id. */
  label: string;
}

export const toComponent = (id: string | null): Component | null =>
  id === null ? null : { id, label: id.slice(id.indexOf(" ") + 1) };

export const componentLabel = (id: string | null): string | null => toComponent(id)?.label ?? null;
