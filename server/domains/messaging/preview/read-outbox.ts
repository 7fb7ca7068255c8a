import type { z } from "zod";
import { getEmailAdapter, listOutbox, readOutbox } from "@/server/adapters/email";
import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { checkOperator, checkOperatorKey, setOperatorCookie } from "@/server/endpoint/operator";
import type { ListOutbox, OpenOutbox, OutboxKey, OutboxList, OutboxMessage, OutboxStatus } from "./contract";

const assertEmbedded = (): void => {
  if (getEmailAdapter().kind !== "outbox")
    throw new AppError("not_found", "The email preview is disabled because an email provider is configured.");
};

export const readStatus = async (): Promise<z.input<typeof OutboxStatus>> => ({
  embedded: getEmailAdapter().kind === "outbox",
});

/** Exchanges the key for a cookie, so that later requests don't expose it in the browser history or in logs. */
export const openOutbox = async ({ call, reply }: AnonymousCtx, { key }: OpenOutbox): Promise<{ opened: true }> => {
  await checkOperatorKey(call, key);
  assertEmbedded();
  setOperatorCookie(reply);
  return { opened: true };
};

/** Lists the newest 100 emails. */
export const listMessages = async (
  { call }: Pick<AnonymousCtx, "call">,
  { key }: ListOutbox,
): Promise<z.input<typeof OutboxList>> => {
  await checkOperator(call, key);
  assertEmbedded();
  return { messages: await listOutbox() };
};

export const readMessage = async (
  { call }: Pick<AnonymousCtx, "call">,
  { key, id }: OutboxKey,
): Promise<z.input<typeof OutboxMessage>> => {
  await checkOperator(call, key);
  assertEmbedded();
  const { attachments, ...message } = await readOutbox(id);
  return {
    ...message,
    attachments: attachments.map(({ fileName, contentType, size }) => ({
      file_name: fileName,
      content_type: contentType,
      size_bytes: size,
    })),
  };
};
