import { readFile } from "node:fs/promises";
import { z } from "zod";
import { SignIn } from "@/server/scanner/contract";
import { UsageError } from "./arguments";

const variable = /\$\{([A-Z_][A-Z0-9_]*)\}/g;

/** Replaces `${NAME}` with the value of that environment variable, so that the file needn't contain any secrets. */
const fillIn = (value: unknown, environment: NodeJS.ProcessEnv): unknown => {
  if (typeof value === "string")
    return value.replace(variable, (_, name: string) => {
      const found = environment[name];
      if (found === undefined)
        throw new UsageError(`The sign-in file uses the environment variable ${name}, which isn't set.`);
      return found;
    });
  if (Array.isArray(value)) return value.map((item) => fillIn(item, environment));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillIn(inner, environment)]));
};

const parse = (text: string): object => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    // The parser's message would quote the file.
    throw new UsageError("The sign-in file isn't a JSON object.");
  }
};

/**
 * Reads a sign-in file in the same format as in the API. Without `origins`, the sign-in is used on the website's own
 * origin. Throws UsageError; its message never contains values from the file.
 */
export const readSignIn = async (
  path: string,
  websiteUrl: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<SignIn> => {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`The sign-in file ${path} couldn't be read.`);
  });
  const usual = { origins: [new URL(websiteUrl).origin] };
  const parsed = SignIn.safeParse(fillIn({ ...usual, ...parse(text) }, environment));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: at, message }) => `  ${at.join(".")}: ${message}`);
  throw new UsageError(`The sign-in file isn't valid:\n${problems.join("\n")}`);
};
