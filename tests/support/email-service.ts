import { type EmailId, emails } from "@/emails";
import { getDatabase } from "@/server/adapters/database";
import { type OutboxMessage, readOutbox } from "@/server/adapters/email";
import { newId } from "@/server/core/ids";
import { deliverEmail } from "@/server/domains/messaging/delivery";
import { serviceKey } from "@/server/endpoint/service-key";
import type { Reply, RestClient } from "./rest-client";

export const emailPath = "/api/v1/email";
export const accessibilityPath = "/api/v1/apps/accessibility/emails";

export const withKey = (more: Record<string, string> = {}): Record<string, string> => ({
  authorization: `Bearer ${serviceKey()}`,
  ...more,
});

/** Returns a valid body with a new recipient; `given` replaces fields. A field that it sets to undefined is omitted. */
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

/** Delivers a queued email as the job does, and returns the email from the outbox. */
export const delivered = async (messageId: string): Promise<OutboxMessage> => {
  await deliverEmail(messageId);
  const { prisma } = await getDatabase();
  const { provider_id } = await prisma.emailMessage.findUniqueOrThrow({ where: { id: messageId } });
  return readOutbox(provider_id ?? "");
};

/** Returns the preview text that email clients show beside the subject. */
export const previewOf = (html: string): string =>
  /<div style="display:none[^>]*data-skip-in-text="true">([^<]*)/.exec(html)?.[1] ?? "";

export const sampleOf = (template: EmailId): Record<string, unknown> => emails[template].sample;

/** Returns the fields that a response reports as invalid. */
export const problemsOf = ({ body }: Reply): { path: string; message: string }[] =>
  (body?.error?.details ?? []) as { path: string; message: string }[];
