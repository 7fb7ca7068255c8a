import { expect, test } from "@playwright/test";
import { NonRetriableError, RetryAfterError } from "inngest";
import { z } from "zod";
import { heedAdvice } from "@/inngest/heed-advice";
import { AppError } from "@/server/core/errors";
import { readAdvice } from "@/server/core/retry-advice";

const provider = (details: object) => new AppError("upstream_failed", "It failed.", details);
const advised = (error: unknown) => heedAdvice(() => Promise.reject(error)).catch((caught: unknown) => caught);

test("a provider's final word, and what is wrong with the call itself, ends the tries", async () => {
  const misfit = z.string().safeParse(1).error;
  for (const error of [provider({ retryable: false }), new AppError("not_found", "Gone."), misfit]) {
    expect(readAdvice(error)).toEqual({ isFinal: true, afterSeconds: null });
    expect(await advised(error)).toBeInstanceOf(NonRetriableError);
  }
});

test("a provider's Retry-After is waited for, an hour at most", async () => {
  expect(readAdvice(provider({ retryable: true, retry_after_seconds: 7 })).afterSeconds).toBe(7);
  expect(readAdvice(provider({ retryable: true, retry_after_seconds: 9e9 })).afterSeconds).toBe(3_600);
  const error = await advised(provider({ retryable: true, retry_after_seconds: 7 }));
  expect(error).toBeInstanceOf(RetryAfterError);
  expect(error).toMatchObject({ retryAfter: "7", message: "It failed." });
});

test("anything else is tried again at the runner's own pace", async () => {
  for (const error of [provider({ retryable: true }), new AppError("unavailable", "Busy."), new Error("odd"), "text"]) {
    expect(readAdvice(error)).toEqual({ isFinal: false, afterSeconds: null });
    expect(await advised(error)).toBe(error);
  }
  expect(await heedAdvice(async () => "done")).toBe("done");
});
