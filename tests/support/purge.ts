import { keptTables, purgeTable } from "@/server/domains/operations/retention";

/** Deletes every row whose retention period has ended. */
export const purgeOldRows = async (): Promise<void> => {
  for (const kept of keptTables) while (await purgeTable(kept));
};
