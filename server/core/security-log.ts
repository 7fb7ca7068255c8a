import { createHmac } from "node:crypto";
import type { SecurityEventName, SecurityOutcome } from "@/generated/prisma/enums";
import type { Client, Db } from "./context";
import { newId } from "./ids";
import { log } from "./log";
import { derivedSecret } from "./secrets";

export interface SecurityEvent {
  event: SecurityEventName;
  /** Defaults to `succeeded`. */
  outcome?: SecurityOutcome;
  /** The affected account. If null, the event is only logged. */
  user_id: string | null;
  /** The email address that the caller entered, when no account is known; only a keyed hash of it is logged. */
  email?: string;
  /** How the user signed in ("password" or an identity provider), or the permission that was missing. */
  method?: string;
  session_id?: string;
}

/** The client: the `call` of a verb, or the details of a browser's request. */
export interface SecurityCtx {
  db: Db;
  call: Client;
}

export const securityLog = log.child({ log: "security" });

/** Hashes an unknown email address, because people sometimes type their password in the email field. */
const hashEmail = (email: string): string =>
  createHmac("sha256", derivedSecret("security-log"))
    .update(email.trim().toLowerCase())
    .digest("base64url")
    .slice(0, 22);

const agentOf = (headers: Headers): string => (headers.get("user-agent") ?? "").slice(0, 400);

/** Returns the fields of the log line. Every line has the same fields. */
export const toSecurityLine = (
  { id, ip, headers }: Client,
  { event, outcome = "succeeded", user_id, email, method, session_id }: SecurityEvent,
  accountEmail: string | null,
) => ({
  event,
  outcome,
  user_id,
  email: accountEmail,
  email_hash: accountEmail === null && email !== undefined ? hashEmail(email) : null,
  method: method ?? null,
  session_id: session_id ?? null,
  ip,
  agent: agentOf(headers),
  request_id: id,
});

/** Logs an event without storing it. For events that are too frequent to store or don't belong to an account. */
export const logSecurityEvent = async ({ db, call }: SecurityCtx, event: SecurityEvent): Promise<void> => {
  const { user_id } = event;
  const user = user_id ? await db.user.findUnique({ where: { id: user_id }, select: { email: true } }) : null;
  securityLog.info(toSecurityLine(call, event, user?.email ?? null), "security event");
};

/**
 * Records an event in the log and, for a known account, in the database, where its owner can see it. The row is part of
 * the caller's transaction, if any. When deleting an account, call this function before the deletion.
 */
export const recordSecurityEvent = async (ctx: SecurityCtx, event: SecurityEvent): Promise<void> => {
  const { db, call } = ctx;
  const { user_id, outcome = "succeeded", method = null, session_id = null } = event;
  if (user_id)
    await db.securityEvent.create({
      data: {
        id: newId(),
        user_id,
        event: event.event,
        outcome,
        method,
        session_id,
        ip: call.ip,
        agent: agentOf(call.headers),
        request_id: call.id,
      },
    });
  await logSecurityEvent(ctx, event);
};
