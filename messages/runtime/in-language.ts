import { AsyncLocalStorage } from "node:async_hooks";
import { oncePerProcess } from "@/server/core/process-wide";
import { languageSlot } from "./language";

const current = oncePerProcess(languageSlot, () => new AsyncLocalStorage<string>());

/** Runs work, such as handling a request or rendering an email, in a language. */
export const inLanguage = <Result>(language: string, work: () => Result): Result => current.run(language, work);
