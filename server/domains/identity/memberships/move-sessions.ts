import type { Db } from "@/server/core/context";

interface Departure {
  org_id: string;
  /** If omitted, the sessions of all users are moved. */
  user_id?: string;
}

/**
 * Moves each session in an organisation to the other organisation that its user joined most recently, or revokes the
 * session if there is none. Call this before deleting the memberships.
 */
export const moveSessions = async (db: Db, { org_id, user_id }: Departure): Promise<void> => {
  await db.$executeRaw`
    UPDATE sessions s SET
      org_id = coalesce(other.org_id, s.org_id),
      ended_at = CASE WHEN other.org_id IS NULL THEN now() END
    FROM sessions own LEFT JOIN LATERAL (
      SELECT m.org_id FROM memberships m
      WHERE m.user_id = own.user_id AND m.org_id <> ${org_id}::uuid AND m.disabled_at IS NULL
      ORDER BY m.created_at DESC LIMIT 1
    ) AS other ON true
    WHERE s.id = own.id AND own.org_id = ${org_id}::uuid AND own.ended_at IS NULL
      AND own.user_id = coalesce(${user_id ?? null}::uuid, own.user_id)`;
};
