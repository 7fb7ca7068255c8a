/**
 * Every failure a caller can meet, once (contract §3). A row here reaches the REST answers, the OpenAPI
 * document, the typed clients and docs/errors.md.
 */
export const errorTable = {
  invalid_json: { status: 400, trpc: "PARSE_ERROR", title: "The body is not readable JSON" },
  invalid_input: { status: 400, trpc: "BAD_REQUEST", title: "A field is wrong" },
  invalid_code: { status: 400, trpc: "BAD_REQUEST", title: "The one-time code or link is wrong" },
  invalid_signature: { status: 400, trpc: "BAD_REQUEST", title: "The signature does not match" },
  not_authenticated: { status: 401, trpc: "UNAUTHORIZED", title: "Sign in first" },
  invalid_credentials: { status: 401, trpc: "UNAUTHORIZED", title: "The e-mail address or the password is wrong" },
  token_expired: { status: 401, trpc: "UNAUTHORIZED", title: "The session has ended" },
  plan_limit_reached: { status: 402, trpc: "PAYMENT_REQUIRED", title: "The plan does not go further" },
  forbidden: { status: 403, trpc: "FORBIDDEN", title: "The role does not allow this" },
  email_not_verified: { status: 403, trpc: "FORBIDDEN", title: "The e-mail address is not verified yet" },
  not_found: { status: 404, trpc: "NOT_FOUND", title: "There is no such thing here" },
  method_not_allowed: { status: 405, trpc: "METHOD_NOT_SUPPORTED", title: "The method is not allowed on this path" },
  conflict: { status: 409, trpc: "CONFLICT", title: "It clashes with the present state" },
  expired: { status: 410, trpc: "NOT_FOUND", title: "It was used or has expired" },
  too_large: { status: 413, trpc: "PAYLOAD_TOO_LARGE", title: "The body is too large" },
  unsupported_media_type: { status: 415, trpc: "UNSUPPORTED_MEDIA_TYPE", title: "The content type is not supported" },
  rate_limited: { status: 429, trpc: "TOO_MANY_REQUESTS", title: "Too many requests" },
  internal: { status: 500, trpc: "INTERNAL_SERVER_ERROR", title: "Something went wrong on our side" },
  upstream_failed: { status: 502, trpc: "BAD_GATEWAY", title: "A provider failed" },
  not_configured: { status: 503, trpc: "SERVICE_UNAVAILABLE", title: "The feature has no provider configured" },
  unavailable: { status: 503, trpc: "SERVICE_UNAVAILABLE", title: "The service is not available right now" },
} as const;

export type ErrorCode = keyof typeof errorTable;

const brand = Symbol.for("curbcut.AppError");

/** A failure that a caller may see: its code, a message that says what to do, and details as contract §3 lists them. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly [brand] = true;

  /** Next bundles this module more than once, and a part that all share throws what one of the copies made. */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && brand in value;
  }

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** 404 for an unknown id and for an id of another organisation alike. */
export const notFound = (what: string, id: string): AppError => new AppError("not_found", `There is no ${what} ${id}.`);
