import { AsyncLocalStorage } from "node:async_hooks";
import { oncePerProcess } from "@/server/core/process-wide";
import { languageSlot } from "./language";

const current = oncePerProcess(languageSlot, () => new AsyncLocalStorage<string>());

/** Runs a function in the given language, for example to handle a request or render an email. */
export const inLanguage = <Result>(language: string, work: () => Result): Result => current.run(language, work);
