import { AsyncLocalStorage } from "node:async_hooks";
import { oncePerProcess } from "@/server/core/process-wide";
import { languageSlot } from "./language";

const current = oncePerProcess(languageSlot, () => new AsyncLocalStorage<string>());

/** Runs a function, such as one that handles a request or renders an email, in a given language. */
export const inLanguage = <Result>(language: string, work: () => Result): Result => current.run(language, work);
