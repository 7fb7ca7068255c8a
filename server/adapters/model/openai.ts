import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateText, type UserContent } from "ai";
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
  /** Timeout for each call; 60 s by default. */
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
    status === null
      ? "The AI model can't be reached. Try again later."
      : `The AI model rejected the request (${status}).`;
  const details = {
    retryable: refused?.isRetryable ?? true,
    status,
    ...(wait !== undefined && { retry_after_seconds: wait }),
  };
  return failed(message, details, error);
};

const withImage = (prompt: string, image: Buffer): UserContent => [
  { type: "text", text: prompt },
  { type: "file", data: image, mediaType: "image/jpeg" },
];

/** Calls OpenAI, or any service with a compatible chat completions API. Doesn't retry. */
export const openAiModel = ({ apiKey, model, baseUrl = DEFAULT_URL, timeoutMs = TIMEOUT_MS }: OpenAiOptions): Model => {
  const chat = createOpenAI({ apiKey, baseURL: baseUrl }).chat(model);
  return {
    kind: "openai",
    name: model,
    location: baseUrl,
    complete: async ({ system, prompt, image, abort }) => {
      const limit = AbortSignal.timeout(timeoutMs);
      try {
        const { text } = await generateText({
          model: chat,
          instructions: system,
          messages: [{ role: "user", content: image ? withImage(prompt, image) : prompt }],
          maxRetries: 0,
          maxOutputTokens: MAX_TOKENS,
          abortSignal: abort ? AbortSignal.any([abort, limit]) : limit,
        });
        if (text.trim() === "")
          throw failed("The AI model returned an empty response.", { retryable: true, status: null });
        return text;
      } catch (error) {
        abort?.throwIfAborted();
        if (limit.aborted)
          throw failed("The AI model didn't respond in time.", { retryable: true, status: null }, error);
        throw toAppError(error);
      }
    },
  };
};
