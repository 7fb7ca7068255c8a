import type { z } from "zod";
import type { Access, CtxOf } from "@/server/core/context";
import type { ErrorCode } from "@/server/core/errors";
import type { LimitName } from "@/server/core/limits";
import type { FileStream } from "@/server/core/stream";
import type { AuditAction } from "./audit-actions";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
export type Rest = `${Method} /${string}`;

/** What every endpoint declares; the tRPC procedure, REST route, OpenAPI operation and tests are derived from it. */
export interface Spec<A extends Access, I extends z.ZodObject> {
  /** Method and full path; `{name}` refers to an input field. */
  rest: Rest;
  summary: string;
  access: A;
  limit: LimitName;
  input: I;
  /** Error codes it may respond with, besides those implied by access, limit and input. */
  errors?: readonly ErrorCode[];
}

export interface QuerySpec<A extends Access, I extends z.ZodObject, O extends z.ZodType> extends Spec<A, I> {
  output: O;
  /** Sends an ETag; responds 304 when it matches. For endpoints that clients poll. */
  etag?: true;
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<z.input<O>>;
}

export interface MutationSpec<A extends Access, I extends z.ZodObject, O extends z.ZodType, Brought = undefined>
  extends Spec<A, I> {
  output: O;
  /**
   * Action of the row written to the audit log in the same transaction; null for changes that concern no organisation.
   */
  audit: AuditAction | null;
  /**
   * Writes only to the affected organisation's audit log, so that the active organisation's log doesn't reveal the
   * user's other organisations.
   */
  auditsOwnOnly?: true;
  /** Success status of the REST response, 200 by default; 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Accepts an Idempotency-Key: the same key and body get the same response again. */
  idempotent?: true;
  /** Maximum body size in bytes; 256 kB by default. */
  maxBytes?: number;
  /**
   * With access "public": recognises the API key and signed-in users, whose calls have these limits instead.
   * `ctx.caller` holds the caller. The API key's limit counts valid new calls only.
   */
  knownCallers?: { user: LimitName; serviceKey: LimitName };
  /** With `knownCallers`: anonymous callers are refused unless this setting is on. */
  closedUnless?: AnonymousSetting;
  /** Callable from other origins: responds to their preflights, and accepts JSON as text/plain, which needs none. */
  crossOrigin?: true;
  /** With access "signature": verifies the headers against the raw body, or throws. */
  verify?: (headers: Headers, body: Buffer) => void | Promise<void>;
  /** With access "signature": the signature scheme, for the OpenAPI document. */
  signedBy?: SignatureScheme;
  /**
   * The recipients of the emails a call sends: each at most five an hour, counted for valid new calls only. Callers
   * with the API key are exempt.
   */
  recipients?: (input: z.output<I>) => readonly string[];
  /**
   * Calls a provider before the transaction opens and passes the result to `run`. `key` stays the same when a call is
   * repeated, even after a crash, so that the provider acts only once.
   */
  outside?: (input: z.output<I>, key: string) => Promise<Brought>;
  /** False for a verb that opens its own transactions because it waits for something else in between. */
  transaction?: false;
  run: (ctx: CtxOf<A>, input: z.output<I>, brought: NoInfer<Brought>) => Promise<z.input<O>>;
}

export interface RedirectSpec<A extends Access, I extends z.ZodObject> extends Spec<A, I> {
  status: 301 | 302;
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<{ location: string }>;
}

export interface StreamSpec<A extends Access, I extends z.ZodObject> extends Spec<A, I> {
  /** The media types it may respond with, outside the envelope. */
  mediaTypes: readonly string[];
  /**
   * Errors must be thrown before the response starts, because an error in a later chunk can only break the connection.
   * Chunks are pulled one by one, as fast as the caller reads them, and not at all for HEAD.
   */
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<FileStream>;
}

/** Services that sign their calls to us; each uses its own header. */
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
  /** Media types of a streamed response; null for every other. */
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
