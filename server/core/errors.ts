/**
 * Every error a caller can receive. The REST responses, the OpenAPI document, the typed clients and docs/errors.md are
 * all derived from this table.
 */
export const errorTable = {
  invalid_json: { status: 400, trpc: "PARSE_ERROR", title: "The request body isn't valid JSON" },
  invalid_input: { status: 400, trpc: "BAD_REQUEST", title: "A field is invalid" },
  invalid_code: { status: 400, trpc: "BAD_REQUEST", title: "The one-time code or link isn't valid" },
  invalid_signature: { status: 400, trpc: "BAD_REQUEST", title: "The signature isn't valid" },
  not_authenticated: { status: 401, trpc: "UNAUTHORIZED", title: "Authentication required" },
  invalid_credentials: { status: 401, trpc: "UNAUTHORIZED", title: "The email address or password is wrong" },
  token_expired: { status: 401, trpc: "UNAUTHORIZED", title: "The session has ended" },
  plan_limit_reached: { status: 402, trpc: "PAYMENT_REQUIRED", title: "Plan limit reached" },
  forbidden: { status: 403, trpc: "FORBIDDEN", title: "Permission denied" },
  email_not_verified: { status: 403, trpc: "FORBIDDEN", title: "The email address isn't verified" },
  not_found: { status: 404, trpc: "NOT_FOUND", title: "Not found" },
  method_not_allowed: { status: 405, trpc: "METHOD_NOT_SUPPORTED", title: "Method not allowed for this path" },
  conflict: { status: 409, trpc: "CONFLICT", title: "Conflict with the current state" },
  expired: { status: 410, trpc: "NOT_FOUND", title: "Already used or expired" },
  too_large: { status: 413, trpc: "PAYLOAD_TOO_LARGE", title: "The request body is too large" },
  unsupported_media_type: { status: 415, trpc: "UNSUPPORTED_MEDIA_TYPE", title: "The content type isn't supported" },
  rate_limited: { status: 429, trpc: "TOO_MANY_REQUESTS", title: "Too many requests" },
  internal: { status: 500, trpc: "INTERNAL_SERVER_ERROR", title: "Something went wrong on our side" },
  upstream_failed: { status: 502, trpc: "BAD_GATEWAY", title: "An external service failed" },
  not_configured: { status: 503, trpc: "SERVICE_UNAVAILABLE", title: "The feature isn't configured" },
  unavailable: { status: 503, trpc: "SERVICE_UNAVAILABLE", title: "The service isn't available right now" },
} as const;

export type ErrorCode = keyof typeof errorTable;

const brand = Symbol.for("curbcut.AppError");

/** Details of a link or token that didn't work, for the security log. They are never sent to the caller. */
export interface BrokenLink {
  /** What the link is for, such as `reset-password`. */
  kind: string;
  /** The account that the link was created for; omitted if it is unknown. */
  user_id?: string;
  /** The email address that the link was sent to, if there may be no account with this email address. */
  email?: string;
}

interface AppErrorOptions extends ErrorOptions {
  link?: BrokenLink;
  /** True when the code that throws the error also logs it. */
  isLogged?: boolean;
}

/**
 * An error that can be shown to the caller: a code, a message that says what to do, and the details listed in
 * docs/errors.md.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly [brand] = true;
  readonly isLogged: boolean;
  readonly link: BrokenLink | null;

  /** Next.js bundles this module more than once, so `instanceof` must recognise errors created by any copy. */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && brand in value;
  }

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
    { isLogged = false, link, ...options }: AppErrorOptions = {},
  ) {
    super(message, options);
    this.isLogged = isLogged;
    this.link = link ?? null;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Returns a 404 error. It is the same for an unknown id and for an id that belongs to another organisation. */
export const notFound = (what: string, id: string): AppError => new AppError("not_found", `There is no ${what} ${id}.`);
