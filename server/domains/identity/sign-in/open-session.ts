import type { Client, Db, SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { recordSecurityEvent } from "@/server/core/security-log";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { describeAgent, networkOf } from "../auth/describe-agent";
import { assertProofHolds, type Proof } from "../auth/proof";
import { type Origin, originOf, type StartedSession, startSession } from "../auth/sessions";
import { createSecuringUrl } from "../recovery";

/**
 * Describes the browser and network. Leaves out the browser's version, so that the browser is still recognised after an
 * update.
 */
const placeOf = ({ ip, agent }: Origin): string => `${describeAgent(agent)} ${networkOf(ip)}`;

/** Reports whether the user has signed in before, but never from this browser and network. */
const isFromElsewhere = async (db: Db, user_id: string, origin: Origin): Promise<boolean> => {
  const known = await db.session.findMany({
    where: { user_id },
    distinct: ["ip", "agent"],
    select: { ip: true, agent: true },
  });
  return known.length > 0 && known.every((session) => placeOf(session) !== placeOf(origin));
};

const auditSignIn = ({ db, call }: { db: Db; call: Client }, { org_id, user_id, session_id }: StartedSession) =>
  db.auditLog.create({
    data: {
      id: newId(),
      org_id,
      actor_type: "user",
      actor_id: user_id,
      action: "session.start",
      target_id: session_id,
      ip: call.ip,
      request_id: call.id,
    },
  });

/**
 * Starts a session for a user who has proved their identity. Emails the user if the browser or network is new. Throws
 * `invalid_credentials` if the proof is no longer valid.
 */
export const openSession = async (
  system: SystemCtx & { call: Client },
  user_id: string,
  proof: Proof,
): Promise<StartedSession> => {
  const { db, call } = system;
  await assertProofHolds(db, user_id, proof);
  const origin = originOf(call.headers, call.ip);
  const isNew = await isFromElsewhere(db, user_id, origin);
  const session = await startSession(db, user_id, origin);
  await recordSecurityEvent(system, {
    event: "sign_in",
    user_id,
    method: proof.method,
    session_id: session.session_id,
  });
  await auditSignIn(system, session);
  if (!isNew) return session;
  const user = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  const url = await createSecuringUrl(system, user, { kind: "new_sign_in" });
  await queueEmail(system, {
    to: user.email,
    template: "new-sign-in",
    data: { when: new Date().toISOString(), ip: origin.ip, agent: describeAgent(origin.agent), url },
    idempotencyKey: `new-sign-in:${session.session_id}`,
  });
  return session;
};
