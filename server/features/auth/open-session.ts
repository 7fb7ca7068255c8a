import { describeAgent, networkOf } from "@/server/auth/describe-agent";
import { type Origin, type StartedSession, startSession } from "@/server/auth/sessions";
import type { Db, SystemCtx } from "@/server/core/context";
import { queueMail } from "@/server/features/messages";

/** The browser in words, so that its next version is no stranger. */
const placeOf = ({ ip, agent }: Origin): string => `${describeAgent(agent)} ${networkOf(ip)}`;

/** Whether the user has signed in before, but never from there. */
const isFromElsewhere = async (db: Db, user_id: string, origin: Origin): Promise<boolean> => {
  const known = await db.session.findMany({
    where: { user_id },
    distinct: ["ip", "agent"],
    select: { ip: true, agent: true },
  });
  return known.length > 0 && known.every((session) => placeOf(session) !== placeOf(origin));
};

/** Starts a session of a user who has proved who they are; a sign-in from elsewhere is told them by mail. */
export const openSession = async (system: SystemCtx, user_id: string, origin: Origin): Promise<StartedSession> => {
  const { db } = system;
  const isNew = await isFromElsewhere(db, user_id, origin);
  const session = await startSession(db, user_id, origin);
  if (!isNew) return session;
  const { email } = await db.user.findUniqueOrThrow({ where: { id: user_id } });
  await queueMail(system, {
    to: email,
    template: "new-sign-in",
    data: { when: new Date().toISOString(), ip: origin.ip, agent: describeAgent(origin.agent) },
    idempotencyKey: `new-sign-in:${session.session_id}`,
  });
  return session;
};
