import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { addCatalogue, type Catalogue, sourceLanguage } from "@/messages/runtime/language";
import { pseudoCatalogue, pseudoLanguages } from "@/messages/runtime/pseudo-languages";
import { readMessages } from "@/messages/runtime/read-messages";

const folderOf = (language: string): string => join(process.cwd(), "messages", language);

const readCatalogue = (language: string): Catalogue => {
  const folder = folderOf(language);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  if (files.length === 0)
    throw new Error(
      `LANGUAGES contains ${language}, but the folder messages/${language} doesn't exist. Use ${sourceLanguage}, another language with a folder, or ${pseudoLanguages.join(" or ")}.`,
    );
  return Object.fromEntries(
    files.flatMap((file) => {
      const namespace = basename(file, ".json");
      const messages = readMessages(JSON.parse(readFileSync(join(folder, file), "utf8")));
      return [...messages].map(([path, message]) => [`${namespace}.${path}`, message]);
    }),
  );
};

/** Makes languages available to users. Throws if a language has no catalogue. */
export const offerLanguages = (languages: readonly string[]): void => {
  for (const language of languages.filter((each) => each !== sourceLanguage))
    addCatalogue(language, pseudoCatalogue(language, readCatalogue(sourceLanguage)) ?? readCatalogue(language));
};
