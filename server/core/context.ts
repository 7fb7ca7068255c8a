import type { Prisma } from "@/server/adapters/database/generated/client";
import type { Permission, Role } from "@/server/auth/permissions";

export type Db = Prisma.TransactionClient;

/** What an event says: see inngest/events.ts for the names. */
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

/** The incoming call, whichever transport brought it. */
export interface Call {
  id: string;
  transport: "rest" | "trpc";
  method: string;
  ip: string;
  headers: Headers;
  /** The body as it came, at most `max` bytes; throws `too_large`. Read once, remembered. */
  readBody(max: number): Promise<Buffer>;
}

/** What the endpoint may say about its answer besides the data. */
export interface Reply {
  headers: Headers;
}

/** Of every call, before anybody is known. */
export interface CallContext {
  call: Call;
  reply: Reply;
  /** Who calls: resolved on first use. Throws `token_expired` or `not_authenticated` when a token is there and bad. */
  authenticate(): Promise<Principal | null>;
}

/** What every verb receives. In a mutation `db` and `emit` belong to its one transaction. */
export interface AnonymousCtx {
  db: Db;
  emit(event: OutgoingEvent): void;
  call: Call;
  reply: Reply;
}

/** What a verb behind a session receives. */
export interface Ctx extends AnonymousCtx {
  org_id: string;
  user_id: string;
  role: Role;
  session_id: string;
}

/** What a verb called by a job receives: no caller, no organisation of its own. */
export type SystemCtx = Pick<AnonymousCtx, "db" | "emit">;

export type Access = "public" | "session" | "service-key" | "signature" | Permission;

export type CtxOf<A extends Access> = A extends "public" | "service-key" | "signature" ? AnonymousCtx : Ctx;
