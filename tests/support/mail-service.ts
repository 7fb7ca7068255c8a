import { type EmailId, emails } from "@/emails";
import { getDatabase } from "@/server/adapters/database";
import { type OutboxMessage, readOutbox } from "@/server/adapters/mail";
import { serviceKey } from "@/server/core/guard";
import { newId } from "@/server/core/ids";
import { deliverMail } from "@/server/features/messages";
import type { Reply, RestClient } from "./rest-client";

export const emailPath = "/api/v1/email";
export const accessibilityPath = "/api/v1/apps/accessibility/emails";

export const withKey = (more: Record<string, string> = {}): Record<string, string> => ({
  authorization: `Bearer ${serviceKey()}`,
  ...more,
});

/** A body that is taken, to a recipient of its own; `given` replaces fields, undefined leaves them out. */
export const emailBody = (given: Record<string, unknown> = {}) => ({
  to: `${newId()}@example.org`,
  subject: "Hello from a test",
  template: "welcome",
  data: { name: "Ada" },
  ...given,
});

export const sendEmail = (
  client: RestClient,
  given?: Record<string, unknown>,
  path: string = emailPath,
): Promise<Reply> => client.post(path, emailBody(given), withKey());

/** Does what the job does with a queued mail, and reads what lies in the outbox then. */
export const delivered = async (messageId: string): Promise<OutboxMessage> => {
  await deliverMail(messageId);
  const { prisma } = await getDatabase();
  const { provider_id } = await prisma.emailMessage.findUniqueOrThrow({ where: { id: messageId } });
  return readOutbox(provider_id ?? "");
};

/** The line that mail programs show beside the subject. */
export const previewOf = (html: string): string =>
  /<div style="display:none[^>]*data-skip-in-text="true">([^<]*)/.exec(html)?.[1] ?? "";

export const sampleOf = (template: EmailId): Record<string, unknown> => emails[template].sample;

/** The fields that an answer says are wrong. */
export const problemsOf = ({ body }: Reply): { path: string; message: string }[] =>
  (body?.error?.details ?? []) as { path: string; message: string }[];
