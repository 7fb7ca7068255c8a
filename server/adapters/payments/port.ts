export interface NewPromotionCode {
  /** The provider's id of the coupon that the code is for. */
  coupon: string;
  /** Kept with the code at the provider, for whoever looks it up there; values of at most 500 characters. */
  metadata: Record<string, string>;
  /** The same key makes one code, however often it is asked for: for ever in this process, for 24 hours at Stripe. */
  idempotencyKey: string;
}

export interface NewCode {
  /** The provider's id of the code. */
  id: string;
  /** What a customer types in. */
  code: string;
}

/**
 * Takes money and gives discounts. A provider that fails is AppError `upstream_failed` with `details: { retryable:
 * boolean, status: number | null, retry_after_seconds?: number }`.
 */
export interface Payments {
  kind: "stripe";
  location: string;
  /** Makes a code that works once. */
  createPromotionCode(wanted: NewPromotionCode): Promise<NewCode>;
}
