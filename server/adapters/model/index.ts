import { env } from "@/server/core/env";
import { oncePerProcess } from "@/server/core/process-wide";
import { openAiModel } from "./openai";
import type { Model } from "./port";

export type { Model } from "./port";

/** Returns this process's language model; null if none is configured, in which case fixes come from rules alone. */
export const findModel = (): Model | null => {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = env;
  return apiKey ? oncePerProcess("model", () => openAiModel({ apiKey, baseUrl, model })) : null;
};
