import type { Stripe } from "stripe";
import { AppError } from "@/server/core/errors";
import { oncePerKey } from "../mail/once-per-key";
import { readRetryAfter } from "../retry-after";
import type { Payments } from "./port";

interface Options {
  apiKey: string;
  /** Another address of Stripe's API. */
  baseUrl?: string | undefined;
  /** How long one try may take. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
const liveUrl = "https://api.stripe.com";

/**
 * Stripe answers a key it has seen as it did then, a failure too (https://docs.stripe.com/api/idempotent_requests):
 * with this key nothing better will come.
 */
const isReplay = (headers: Record<string, string> | undefined): boolean => headers?.["idempotent-replayed"] === "true";

const isRetryable = (status: number | undefined, headers: Record<string, string> | undefined): boolean =>
  status === undefined || status === 409 || status === 429 || (status >= 500 && !isReplay(headers));

const toAppError = (error: Stripe.errors.StripeError): AppError => {
  const headers = error.headers as Record<string, string> | undefined;
  const retry_after_seconds = readRetryAfter(headers?.["retry-after"]);
  return new AppError(
    "upstream_failed",
    `Stripe did not do it: ${error.message}`,
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

/**
 * Speaks to Stripe's API. The SDK, which is loaded with the first call, tries once more when a connection breaks, a key
 * is in use or the server fails.
 */
export const stripePayments = ({ apiKey, baseUrl = liveUrl, timeoutMs = defaultTimeoutMs }: Options): Payments => {
  let sdk: Promise<typeof import("stripe")> | undefined;
  let client: Stripe | undefined;
  const call = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
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
  return {
    kind: "stripe",
    location: baseUrl,
    createPromotionCode: oncePerKey(async ({ coupon, metadata, idempotencyKey }) => {
      const promotion = { type: "coupon", coupon } as const;
      const { id, code } = await call((stripe) =>
        stripe.promotionCodes.create({ promotion, max_redemptions: 1, metadata }, { idempotencyKey }),
      );
      return { id, code };
    }),
  };
};
