import type { Prisma } from "@/generated/prisma/client";
import type { Permission, Role } from "./permissions";

export type Db = Prisma.TransactionClient;

/** An event to emit; server/core/events.ts lists the event names. */
export interface OutgoingEvent {
  name: string;
  data: Record<string, unknown>;
}

/** A signed-in user, acting in one organisation. */
export interface Principal {
  user_id: string;
  org_id: string;
  role: Role;
  session_id: string;
  via: "bearer" | "cookie";
}

/** The caller. A public endpoint treats every caller as anonymous unless it declares `knownCallers`. */
export type Caller = { kind: "anonymous" } | { kind: "service-key" } | { kind: "user"; principal: Principal };

/** The incoming call, independent of its transport. */
export interface Call {
  id: string;
  transport: "rest" | "trpc";
  method: string;
  ip: string;
  headers: Headers;
  /** Returns the raw body, at most `max` bytes; throws `too_large`. The body is read once and then cached. */
  readBody(max: number): Promise<Buffer>;
}

/** The client that made a call, independent of the transport. */
export type Client = Pick<Call, "id" | "ip" | "headers">;

/** Response headers that an endpoint can set. */
export interface Reply {
  headers: Headers;
}

/** The context of a call before the caller is identified. */
export interface CallContext {
  call: Call;
  reply: Reply;
  /**
   * Returns the signed-in user, resolved on first use, or null. Throws `token_expired` or `not_authenticated` for a bad
   * token.
   */
  authenticate(): Promise<Principal | null>;
}

/** The context of every verb. In a mutation, `db` and `emit` belong to its single transaction. */
export interface AnonymousCtx {
  db: Db;
  emit(event: OutgoingEvent): void;
  call: Call;
  caller: Caller;
  reply: Reply;
}

/** The context of a verb that requires a session. */
export interface Ctx extends AnonymousCtx {
  org_id: string;
  user_id: string;
  role: Role;
  session_id: string;
}

/** The context of a verb that a job calls. The context has no caller and no organisation. */
export type SystemCtx = Pick<AnonymousCtx, "db" | "emit">;

export type Access = "public" | "session" | "service-key" | "signature" | Permission;

export type CtxOf<A extends Access> = A extends "public" | "service-key" | "signature" ? AnonymousCtx : Ctx;
