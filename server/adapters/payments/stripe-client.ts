import type { Stripe } from "stripe";
import { AppError } from "@/server/core/errors";
import { readProperty } from "@/server/core/property";
import { readRetryAfter } from "../retry-after";

export interface StripeOptions {
  apiKey: string;
  /** An alternative URL for Stripe's API. */
  baseUrl?: string | undefined;
  /** Timeout for each attempt. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
export const liveUrl = "https://api.stripe.com";

/**
 * Reports whether Stripe replayed a stored response. It does so for every request with an idempotency key that it has
 * seen, even if the response was an error (https://docs.stripe.com/api/idempotent_requests), which makes retrying with
 * the same idempotency key pointless.
 */
const isReplay = (headers: Record<string, string> | undefined): boolean => headers?.["idempotent-replayed"] === "true";

const isRetryable = (status: number | undefined, headers: Record<string, string> | undefined): boolean =>
  status === undefined || status === 409 || status === 429 || (status >= 500 && !isReplay(headers));

const toAppError = (error: Stripe.errors.StripeError): AppError => {
  const headers = error.headers as Record<string, string> | undefined;
  const retry_after_seconds = readRetryAfter(headers?.["retry-after"]);
  return new AppError(
    "upstream_failed",
    `Stripe returned an error: ${error.message}`,
    {
      retryable: isRetryable(error.statusCode, headers),
      status: error.statusCode ?? null,
      ...(retry_after_seconds !== undefined && { retry_after_seconds }),
    },
    { cause: error },
  );
};

const addressOf = (baseUrl: string) => {
  const { hostname, port, protocol } = new URL(baseUrl);
  const scheme = protocol === "http:" ? "http" : "https";
  return { host: hostname, port: port || (scheme === "http" ? 80 : 443), protocol: scheme } as const;
};

export type CallStripe = <T>(work: (stripe: Stripe) => Promise<T>) => Promise<T>;

/**
 * Calls Stripe's API; an error from Stripe becomes AppError `upstream_failed`. The SDK is loaded on the first call. It
 * retries once after a connection error, a server error, or a conflict because the idempotency key is in use.
 */
export const openStripe = ({ apiKey, baseUrl = liveUrl, timeoutMs = defaultTimeoutMs }: StripeOptions): CallStripe => {
  let sdk: Promise<typeof import("stripe")> | undefined;
  let client: Stripe | undefined;
  return async (work) => {
    sdk ??= import("stripe");
    const { Stripe } = await sdk;
    client ??= new Stripe(apiKey, {
      ...addressOf(baseUrl),
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
    });
    return work(client).catch((error: unknown) => {
      throw error instanceof Stripe.errors.StripeError ? toAppError(error) : error;
    });
  };
};

/** Resolves to null if Stripe responds with 404. */
export const orNull = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && readProperty(error.details, "status") === 404) return null;
    throw error;
  });
