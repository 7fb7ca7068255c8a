import { getDatabase } from "@/server/adapters/database";

const batchSize = 500;
/** Longer than any job may still ask for a mail by its key. */
const mailDays = 90;
/** Longer than a provider repeats a report. */
const eventDays = 30;

/**
 * Removes a batch of mails that were sent or given up long ago, and of what was reported of them. Suppressed addresses
 * stay. Answers whether there may be more.
 */
export const forgetMails = async (): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const mails = await prisma.$executeRaw`
    DELETE FROM email_messages WHERE id IN (
      SELECT id FROM email_messages
      WHERE created_at < now() - make_interval(days => ${mailDays}::int) AND status <> 'queued'
      ORDER BY created_at LIMIT ${batchSize}::int)`;
  const events = await prisma.$executeRaw`
    DELETE FROM mail_events WHERE id IN (
      SELECT id FROM mail_events WHERE created_at < now() - make_interval(days => ${eventDays}::int)
      ORDER BY created_at LIMIT ${batchSize}::int)`;
  return mails === batchSize || events === batchSize;
};
