import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import { describeAgent } from "../auth/describe-agent";
import type { ListSecurityLog, SecurityLog } from "./contract";
import { describeEvent } from "./security-texts";

/** Lists the security events of the user's own account, newest first. */
export const listSecurityLog = async (
  { db, user_id, session_id }: Ctx,
  { limit, cursor }: ListSecurityLog,
): Promise<SecurityLog> => {
  const rows = await db.securityEvent.findMany({
    where: { user_id, ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = toPage(rows, limit);
  const items = page.items.map(({ id, created_at, method, ip, agent, ...row }) => {
    const { event, outcome } = row;
    const event_text = describeEvent({ event, outcome, method });
    const current = row.session_id === session_id;
    return { id, created_at, event, event_text, outcome, method, ip, agent: describeAgent(agent), current };
  });
  return { ...page, items };
};
