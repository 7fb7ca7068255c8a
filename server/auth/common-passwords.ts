import { readFileSync } from "node:fs";
import { join } from "node:path";

const listPath = (): string => join(/* turbopackIgnore: true */ process.cwd(), "server/data/common-passwords.txt");

let list: ReadonlySet<string> | undefined;

const readList = (): ReadonlySet<string> =>
  new Set(
    readFileSync(listPath(), "utf8")
      .split("\n")
      .filter((line) => line && !line.startsWith("#")),
  );

/** Tries the password as it is in lower case, and without what people put at its end or between its words. */
export const isCommonPassword = (password: string): boolean => {
  list ??= readList();
  const lower = password.toLowerCase();
  const joined = lower.replace(/[\s._-]+/g, "");
  const bare = joined.replace(/[\W\d_]{1,6}$/, "");
  return [lower, joined, bare].some((form) => list?.has(form));
};
