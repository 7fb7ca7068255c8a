import { getDatabase } from "@/server/adapters/database";

/** Ten thousand monitors make sixty times this an hour. */
const batchSize = 10_000;
const checkDays = 7;
/** Of hours, ended incidents and past maintenance windows: a year, and a month to compare it with. */
const keptMonths = 13;

/**
 * Removes a batch of single checks that are older than a week, whose sums stay by the hour, and of what is older than 13
 * months. Answers whether there may be more.
 */
export const forgetChecks = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const removed = [
    await prisma.$executeRaw`
      DELETE FROM monitor_checks WHERE id IN (
        SELECT id FROM monitor_checks WHERE checked_at < now() - make_interval(days => ${checkDays}::int)
        ORDER BY checked_at LIMIT ${batchSize}::int)`,
    await prisma.$executeRaw`
      DELETE FROM monitor_hours WHERE (monitor_id, hour) IN (
        SELECT monitor_id, hour FROM monitor_hours WHERE hour < now() - make_interval(months => ${keptMonths}::int)
        LIMIT ${batchSize}::int)`,
    await prisma.$executeRaw`
      DELETE FROM monitor_incidents WHERE id IN (
        SELECT id FROM monitor_incidents WHERE ended_at < now() - make_interval(months => ${keptMonths}::int)
        LIMIT ${batchSize}::int)`,
    await prisma.$executeRaw`
      DELETE FROM maintenance_windows WHERE id IN (
        SELECT id FROM maintenance_windows WHERE ends_at < now() - make_interval(months => ${keptMonths}::int)
        LIMIT ${batchSize}::int)`,
  ];
  return removed.includes(batchSize);
};
