import { env } from "@/server/core/env";
import { openAiModel } from "./openai";
import type { Model } from "./port";

export type { Model } from "./port";

// Next evaluates modules more than once in a process.
const globals = globalThis as typeof globalThis & { curbcutModel?: Model };

/** The one language model of this process; null when none is configured, and fixes are made by rules alone. */
export const findModel = (): Model | null => {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = env;
  if (apiKey) globals.curbcutModel ??= openAiModel({ apiKey, baseUrl, model });
  return globals.curbcutModel ?? null;
};
