import { expect, test } from "@playwright/test";
import { NonRetriableError, RetryAfterError } from "inngest";
import { z } from "zod";
import { applyRetryAdvice } from "@/inngest/apply-retry-advice";
import { AppError } from "@/server/core/errors";
import { readAdvice } from "@/server/core/retry-advice";

const provider = (details: object) => new AppError("upstream_failed", "It failed.", details);
const advised = (error: unknown) => applyRetryAdvice(() => Promise.reject(error)).catch((caught: unknown) => caught);

test("doesn't retry after a provider's permanent error, or an error in the call itself", async () => {
  const misfit = z.string().safeParse(1).error;
  for (const error of [provider({ retryable: false }), new AppError("not_found", "Gone."), misfit]) {
    expect(readAdvice(error)).toEqual({ isFinal: true, afterSeconds: null });
    expect(await advised(error)).toBeInstanceOf(NonRetriableError);
  }
});

test("waits as long as a provider's Retry-After requires, up to an hour", async () => {
  expect(readAdvice(provider({ retryable: true, retry_after_seconds: 7 })).afterSeconds).toBe(7);
  expect(readAdvice(provider({ retryable: true, retry_after_seconds: 9e9 })).afterSeconds).toBe(3_600);
  const error = await advised(provider({ retryable: true, retry_after_seconds: 7 }));
  expect(error).toBeInstanceOf(RetryAfterError);
  expect(error).toMatchObject({ retryAfter: "7", message: "It failed." });
});

test("retries other errors at the job engine's own intervals", async () => {
  for (const error of [provider({ retryable: true }), new AppError("unavailable", "Busy."), new Error("odd"), "text"]) {
    expect(readAdvice(error)).toEqual({ isFinal: false, afterSeconds: null });
    expect(await advised(error)).toBe(error);
  }
  expect(await applyRetryAdvice(async () => "done")).toBe("done");
});
