import { z } from "zod";
import type { Db } from "@/server/core/context";
import { Journey } from "@/server/scanner/contract";

const CopiedJourneys = z.array(Journey);

/**
 * Copies the journeys of an audit's website to the audit, so that later changes to the journeys don't affect the audit.
 * Does nothing if the audit already has a copy.
 */
export const copyJourneys = async (db: Db, audit_id: string): Promise<void> => {
  await db.$executeRaw`
    INSERT INTO audit_journeys (audit_id, journeys)
    SELECT a.id, COALESCE(
      (SELECT jsonb_agg(jsonb_build_object('name', j.name, 'steps', j.steps) ORDER BY j.id)
       FROM website_journeys j WHERE j.website_id = a.website_id), '[]')
    FROM website_audits a WHERE a.id = ${audit_id}::uuid
    ON CONFLICT DO NOTHING`;
};

/** Returns the journeys of an audit for the scanner; none if the audit has ended. */
export const readAuditJourneys = async (db: Db, audit_id: string): Promise<Journey[]> => {
  const copy = await db.auditJourneys.findUnique({ where: { audit_id } });
  return copy ? CopiedJourneys.parse(copy.journeys) : [];
};

/** Deletes the journeys of an audit that has ended. */
export const deleteAuditJourneys = async (db: Db, audit_id: string): Promise<void> => {
  await db.auditJourneys.deleteMany({ where: { audit_id } });
};
