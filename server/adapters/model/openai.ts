import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateText } from "ai";
import { AppError } from "@/server/core/errors";
import { readRetryAfter } from "../retry-after";
import type { Model } from "./port";

const TIMEOUT_MS = 60_000;
const MAX_TOKENS = 4_000;
const DEFAULT_URL = "https://api.openai.com/v1";

interface OpenAiOptions {
  apiKey: string;
  model: string;
  baseUrl?: string | undefined;
  /** After this a call is given up; 60 s unless given. */
  timeoutMs?: number;
}

const failed = (message: string, details: object, cause?: unknown): AppError =>
  new AppError("upstream_failed", message, details, { cause });

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const refused = APICallError.isInstance(error) ? error : null;
  const status = refused?.statusCode ?? null;
  const wait = readRetryAfter(refused?.responseHeaders?.["retry-after"]);
  const message =
    status === null ? "The model cannot be reached right now." : `The model refused the call (${status}).`;
  const details = {
    retryable: refused?.isRetryable ?? true,
    status,
    ...(wait !== undefined && { retry_after_seconds: wait }),
  };
  return failed(message, details, error);
};

/** OpenAI, or any service that speaks its chat completions. A call is tried once. */
export const openAiModel = ({ apiKey, model, baseUrl = DEFAULT_URL, timeoutMs = TIMEOUT_MS }: OpenAiOptions): Model => {
  const chat = createOpenAI({ apiKey, baseURL: baseUrl }).chat(model);
  return {
    kind: "openai",
    name: model,
    location: baseUrl,
    complete: async ({ system, prompt, abort }) => {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const { text } = await generateText({
          model: chat,
          instructions: system,
          prompt,
          maxRetries: 0,
          maxOutputTokens: MAX_TOKENS,
          abortSignal: abort ? AbortSignal.any([abort, limit]) : limit,
        });
        if (text.trim() === "") throw failed("The model answered nothing.", { retryable: true, status: null });
        return text;
      } catch (error) {
        abort?.throwIfAborted();
        if (limit.aborted) throw failed("The model did not answer in time.", { retryable: true, status: null }, error);
        throw toAppError(error);
      }
    },
  };
};
