import { readFile } from "node:fs/promises";
import { z } from "zod";
import { isUrl } from "@/server/core/is-url";
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

/** Resolves a URL that is given as a path, such as "/sign-in", against the website's URL. */
const resolveUrl = (part: unknown, websiteUrl: string): unknown => {
  if (typeof part !== "object" || part === null || !("url" in part)) return part;
  const { url } = part;
  const isPath = typeof url === "string" && url.startsWith("/") && isUrl(url, websiteUrl);
  return isPath ? { ...part, url: new URL(url, websiteUrl).href } : part;
};

const parse = (text: string): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    // The parser's message would quote the file, which may contain secrets.
    throw new UsageError("The sign-in file isn't a JSON object.");
  }
};

/**
 * Reads a sign-in file, which has the same format as a sign-in in the API. Without `origins`, the sign-in is used on
 * the website's own origin. A URL can be a path on the website. Throws UsageError; its message never contains values
 * from the file.
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
  const filled = fillIn({ ...usual, ...parse(text) }, environment) as Record<string, unknown>;
  const parsed = SignIn.safeParse(
    Object.fromEntries(Object.entries(filled).map(([key, part]) => [key, resolveUrl(part, websiteUrl)])),
  );
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: at, message }) => `  ${at.join(".")}: ${message}`);
  throw new UsageError(`The sign-in file isn't valid:\n${problems.join("\n")}`);
};
