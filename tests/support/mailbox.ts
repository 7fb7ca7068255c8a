import { getDatabase } from "@/server/adapters/database";

export interface QueuedEmail {
  template: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the values that they read.
  data: any;
}

/** Returns the emails to this email address, oldest first. Without a job engine, they are queued but never sent. */
export const emailsTo = async (email: string): Promise<QueuedEmail[]> => {
  const { prisma } = await getDatabase();
  return prisma.emailMessage.findMany({
    where: { to: email },
    orderBy: { id: "asc" },
    select: { template: true, data: true },
  });
};

/** Returns the latest email with this template to this email address; throws if there is none. */
export const lastEmailTo = async (email: string, template: string): Promise<QueuedEmail> => {
  const found = (await emailsTo(email)).findLast((message) => message.template === template);
  if (!found) throw new Error(`No ${template} email to ${email}`);
  return found;
};

/** Returns the brand of each email to this email address, keyed by template. */
export const brandsTo = async (to: string): Promise<Record<string, string>> => {
  const { prisma } = await getDatabase();
  const emails = await prisma.emailMessage.findMany({ where: { to }, select: { template: true, brand: true } });
  return Object.fromEntries(emails.map(({ template, brand }) => [template, brand]));
};
