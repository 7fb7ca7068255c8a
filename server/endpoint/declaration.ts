import type { z } from "zod";
import type { Access, CtxOf } from "@/server/core/context";
import type { ErrorCode } from "@/server/core/errors";
import type { LimitName } from "@/server/core/limits";
import type { FileStream } from "@/server/core/stream";
import type { AuditAction } from "./audit-actions";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
export type Rest = `${Method} /${string}`;

/**
 * The declaration common to all endpoints. The tRPC procedure, REST route, OpenAPI operation and tests are derived from
 * it.
 */
export interface Spec<A extends Access, I extends z.ZodObject> {
  /** Method and full path; `{name}` refers to an input field. */
  rest: Rest;
  summary: string;
  access: A;
  limit: LimitName;
  input: I;
  /** Error codes that the endpoint can return, besides those implied by its access, limit and input. */
  errors?: readonly ErrorCode[];
}

export interface QuerySpec<A extends Access, I extends z.ZodObject, O extends z.ZodType> extends Spec<A, I> {
  output: O;
  /** Sends an ETag, and responds with 304 if it matches. For endpoints that clients poll. */
  etag?: true;
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<z.input<O>>;
}

export interface MutationSpec<A extends Access, I extends z.ZodObject, O extends z.ZodType, Outside = undefined>
  extends Spec<A, I> {
  output: O;
  /** Action to record in the audit log, in the same transaction; null for changes that don't affect an organisation. */
  audit: AuditAction | null;
  /**
   * Writes only to the affected organisation's audit log, so that the active organisation's log doesn't reveal the
   * user's other organisations.
   */
  auditsOwnOnly?: true;
  /** Success status of the REST response, 200 by default; 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Accepts an Idempotency-Key: a call with the same key and body returns the same response. */
  idempotent?: true;
  /** Maximum body size in bytes; 256 kB by default. */
  maxBytes?: number;
  /**
   * With access "public": recognises signed-in users and callers with the API key, and applies these limits to them
   * instead of `limit`. `ctx.caller` holds the caller. The API key's limit counts only valid new calls.
   */
  knownCallers?: { user: LimitName; serviceKey: LimitName };
  /** With `knownCallers`: rejects anonymous callers unless this setting is on. */
  closedUnless?: AnonymousSetting;
  /**
   * Allows calls from other origins: responds to preflight requests, and accepts JSON as text/plain, which doesn't need
   * a preflight request.
   */
  crossOrigin?: true;
  /** With access "signature": verifies the headers against the raw body, or throws. */
  verify?: (headers: Headers, body: Buffer) => void | Promise<void>;
  /** With access "signature": the signature scheme, for the OpenAPI document. */
  signedBy?: SignatureScheme;
  /**
   * Returns the recipients of the emails that a call sends. `sendingLimits` apply to each recipient and count only
   * valid new calls. Callers with the API key are exempt.
   */
  recipients?: (input: z.output<I>) => readonly string[];
  /**
   * Calls a provider before the transaction opens and passes the result to `run`. `key` stays the same when a call is
   * repeated, even after a crash, so that the provider acts only once.
   */
  outside?: (input: z.output<I>, key: string) => Promise<Outside>;
  /**
   * With `transaction: false`: performs every check that can reject the call, and passes the result to `run`, which
   * acts on a third-party website. The audit log entry is written before `run`, so that it exists even if `run` fails
   * halfway.
   */
  prepare?: (ctx: CtxOf<A>, input: z.output<I>) => Promise<Outside>;
  /** False for a verb that opens its own transactions because it waits for another service between them. */
  transaction?: false;
  run: (ctx: CtxOf<A>, input: z.output<I>, outside: NoInfer<Outside>) => Promise<z.input<O>>;
}

export interface RedirectSpec<A extends Access, I extends z.ZodObject> extends Spec<A, I> {
  status: 301 | 302;
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<{ location: string }>;
}

export interface StreamSpec<A extends Access, I extends z.ZodObject> extends Spec<A, I> {
  /** Media types of the response, which isn't wrapped in the JSON envelope. */
  mediaTypes: readonly string[];
  /**
   * Throw errors before the first chunk, because an error in a later chunk can only break the connection. Chunks are
   * generated one by one, as the caller reads them, and not at all for HEAD.
   */
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<FileStream>;
}

/** Services that sign their calls to us. Each has its own signature header. */
export type SignatureScheme = "ScannerSignature" | "StripeSignature" | "ResendSignature";

export type AnonymousSetting = "ANONYMOUS_REPORTS" | "ANONYMOUS_CHAT_TEST";

/** The part of a declaration that is kept at run time, in the procedure's meta. */
export interface Declaration {
  method: Method;
  path: `/${string}`;
  access: Access;
  limit: LimitName;
  audit: AuditAction | null;
  status: number;
  redirects: boolean;
  /** Media types of a streamed response; null for all other responses. */
  streams: readonly string[] | null;
  etag: boolean;
  idempotent: boolean;
  maxBytes: number;
  crossOrigin: boolean;
  knownCallers: { user: LimitName; serviceKey: LimitName } | null;
  closedUnless: AnonymousSetting | null;
  errors: readonly ErrorCode[];
  verify: ((headers: Headers, body: Buffer) => void | Promise<void>) | null;
  signedBy: SignatureScheme | null;
}
