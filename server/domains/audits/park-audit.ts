import { getUnscopedDb } from "@/server/adapters/database";
import { getScanner } from "@/server/adapters/scanner";

interface Parked {
  audit_id: string;
  slice: number;
}

const parked = ({ audit_id, slice }: Parked) => ({ id: audit_id, slices: slice, slot_since: null });

/**
 * Makes the scanner stop an audit that has released its slot. The scanner still delivers the pages it has finished; the
 * remaining pages are requested when the audit gets its next slot. Throws `unavailable` if the scanner can't be
 * reached.
 */
export const stopParkedAudit = async (given: Parked): Promise<void> => {
  const db = await getUnscopedDb();
  const where = { ...parked(given), stopping_since: { not: null } };
  if ((await db.websiteAudit.count({ where })) > 0) await getScanner().cancel(given.audit_id);
};

/** Records that the scan has stopped, which frees the slot. */
export const confirmStop = async (given: Parked): Promise<void> => {
  const db = await getUnscopedDb();
  await db.websiteAudit.updateMany({ where: parked(given), data: { stopping_since: null } });
};
