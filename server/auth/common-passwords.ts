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

/** Whether the password, whatever its case, is on the list. */
export const isCommonPassword = (password: string): boolean => {
  list ??= readList();
  return list.has(password.toLowerCase());
};
