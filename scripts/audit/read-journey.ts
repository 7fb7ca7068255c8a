import { readFile } from "node:fs/promises";
import { type Journey, Journeys } from "@/server/scanner/contract";
import { readAnyJourney } from "@/server/scanner/journeys/import/read-any-journey";
import { UsageError } from "./arguments";

/** Reads a journey, recording or script from a file. Throws UsageError. */
const readJourney = async (path: string, name: string): Promise<Journey> => {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`The journey file ${name} couldn't be read.`);
  });
  const parsed = readAnyJourney(text);
  if ("journey" in parsed) return parsed.journey;
  const problems = parsed.problems.map(({ line, message }) => `  ${line === null ? "" : `line ${line}: `}${message}`);
  throw new UsageError(`The journey file ${name} isn't valid:\n${problems.join("\n")}`);
};

/** Reads journeys from files; `toPath` converts a name from the command line to a path. Throws UsageError. */
export const readJourneys = async (names: readonly string[], toPath: (name: string) => string): Promise<Journey[]> => {
  const journeys: Journey[] = [];
  for (const name of names) journeys.push(await readJourney(toPath(name), name));
  const parsed = Journeys.safeParse(journeys);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join("\n"));
};
