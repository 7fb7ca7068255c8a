import type { Messages } from "./texts-of";

/** Flattens nested messages into a map keyed by path, such as "page.title". */
export const readMessages = (messages: Messages): Map<string, string> => {
  const found = new Map<string, string>();
  const visit = (node: Messages, path: readonly string[]): void => {
    if (typeof node === "string") found.set(path.join("."), node);
    else for (const [key, child] of Object.entries(node)) visit(child, [...path, key]);
  };
  visit(messages, []);
  return found;
};
