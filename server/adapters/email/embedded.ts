import { createTransport } from "nodemailer";
import { hashKey, toSendOptions } from "./compose";
import { createOnce } from "./create-once";
import type { EmailAdapter } from "./port";

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/**
 * Stores every email as `<folder>/<hash of its key>.eml` for the operator to read. Only one file is created per key,
 * even if several processes send the email or one of them is killed.
 */
export const outboxAdapter = (folder: string): EmailAdapter => ({
  kind: "outbox",
  location: folder,
  keysLastSeconds: Number.POSITIVE_INFINITY,
  send: async (message) => {
    const { message: eml } = await composer.sendMail(toSendOptions(message));
    const providerId = hashKey(message.idempotencyKey);
    if (!Buffer.isBuffer(eml)) throw new Error("The composed email isn't a buffer.");
    await createOnce(folder, `${providerId}.eml`, eml);
    return { providerId };
  },
  close: async () => undefined,
});
