import type { z } from "zod";
import type { Access, CtxOf } from "./context";
import type { ErrorCode } from "./errors";
import type { LimitName } from "./limits";
import type { FileStream } from "./stream";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
export type Rest = `${Method} /${string}`;
export type AuditAction = `${string}.${string}`;

/** What every endpoint declares; the tRPC procedure, the REST route, the OpenAPI operation and the tests derive from it. */
export interface Spec<A extends Access, I extends z.ZodObject> {
  /** Method and full path; `{name}` is a field of the input. */
  rest: Rest;
  summary: string;
  access: A;
  limit: LimitName;
  input: I;
  /** Codes it may answer besides those that follow from access, limit and input. */
  errors?: readonly ErrorCode[];
}

export interface QuerySpec<A extends Access, I extends z.ZodObject, O extends z.ZodType> extends Spec<A, I> {
  output: O;
  /** Answers an ETag, and 304 to who has it. For what is made to be polled. */
  etag?: true;
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<z.input<O>>;
}

export interface MutationSpec<A extends Access, I extends z.ZodObject, O extends z.ZodType, Brought = undefined>
  extends Spec<A, I> {
  output: O;
  /** Action of the row written to the audit log in the same transaction; null for what no organisation owns. */
  audit: AuditAction | null;
  /** Only in the log of the organisation it is done to: the active one need not learn of others one belongs to. */
  auditsOwnOnly?: true;
  /** Success status of the REST answer, 200 unless said; 204 has no body. */
  status?: 200 | 201 | 202 | 204;
  /** Takes an Idempotency-Key: same key and body answer the same again. */
  idempotent?: true;
  /** Largest body in bytes, 256 kB unless said. */
  maxBytes?: number;
  /** Called by pages of other origins: answers their preflights, and takes JSON as text/plain, which needs none. */
  crossOrigin?: true;
  /** With access "signature": checks headers against the body as it came, or throws. */
  verify?: (headers: Headers, body: Buffer) => void;
  /** Whom a stranger's call writes to: each at most five times an hour, counted for valid new calls only. */
  recipients?: (input: z.output<I>) => readonly string[];
  /**
   * Calls a provider before the transaction opens and brings its answer to `run`. `key` is the same for a repeated
   * call, also after a crash, so that the provider does it once.
   */
  outside?: (input: z.output<I>, key: string) => Promise<Brought>;
  /** false for a verb that opens its own transactions, because it waits for something else in between. */
  transaction?: false;
  run: (ctx: CtxOf<A>, input: z.output<I>, brought: NoInfer<Brought>) => Promise<z.input<O>>;
}

export interface RedirectSpec<A extends Access, I extends z.ZodObject> extends Spec<A, I> {
  status: 301 | 302;
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<{ location: string }>;
}

export interface StreamSpec<A extends Access, I extends z.ZodObject> extends Spec<A, I> {
  /** The media types it may answer with, outside the envelope. */
  mediaTypes: readonly string[];
  /**
   * Refuses before it answers; what the chunks throw later can only break the connection off. The chunks are asked for
   * one by one, as fast as the caller takes them, and not at all for HEAD.
   */
  run: (ctx: CtxOf<A>, input: z.output<I>) => Promise<FileStream>;
}

/** What stays of a declaration at run time, on the procedure's meta. */
export interface Declaration {
  method: Method;
  path: `/${string}`;
  access: Access;
  limit: LimitName;
  audit: AuditAction | null;
  status: number;
  redirects: boolean;
  /** Media types of an answer that is a stream; null for every other. */
  streams: readonly string[] | null;
  etag: boolean;
  idempotent: boolean;
  maxBytes: number;
  crossOrigin: boolean;
  errors: readonly ErrorCode[];
  verify: ((headers: Headers, body: Buffer) => void) | null;
}
