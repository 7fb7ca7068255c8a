import type { z } from "zod";
import { getMail, listOutbox, readOutbox } from "@/server/adapters/mail";
import { AppError } from "@/server/core/errors";
import { checkOperator } from "@/server/core/operator";
import type { ListOutbox, OutboxKey, OutboxList, OutboxMessage, OutboxStatus } from "./contract";

const admit = (key: string): void => {
  checkOperator(key);
  if (getMail().kind !== "outbox") throw new AppError("not_found", "Mail is really sent here; there is no outbox.");
};

export const readStatus = async (): Promise<z.input<typeof OutboxStatus>> => ({
  embedded: getMail().kind === "outbox",
});

/** The newest hundred messages. */
export const listMessages = async (_ctx: unknown, { key }: ListOutbox): Promise<z.input<typeof OutboxList>> => {
  admit(key);
  return { messages: await listOutbox() };
};

export const readMessage = async (_ctx: unknown, { key, id }: OutboxKey): Promise<z.input<typeof OutboxMessage>> => {
  admit(key);
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
