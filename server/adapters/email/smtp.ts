import { createTransport } from "nodemailer";
import { errorCode } from "@/server/core/error-code";
import { AppError } from "@/server/core/errors";
import { readProperty } from "@/server/core/property";
import { toSendOptions } from "./compose";
import { oncePerKey } from "./once-per-key";
import type { EmailAdapter, OutgoingEmail } from "./port";

/**
 * Converts an SMTP error to an AppError. Retrying doesn't help after a 5xx reply (RFC 5321 §4.2.1) or rejected
 * credentials.
 */
const toAppError = (error: unknown): AppError => {
  const code = readProperty(error, "responseCode");
  const status = typeof code === "number" ? code : null;
  const retryable = status === null ? errorCode(error) !== "EAUTH" : status < 500;
  const message = "The SMTP server didn't accept the email.";
  return new AppError("upstream_failed", message, { retryable, status }, { cause: error });
};

/** Sends emails through an `smtp://` or `smtps://` server. See `OutgoingEmail` for what a key guarantees with SMTP. */
export const smtpAdapter = (address: string): EmailAdapter => {
  const transport = createTransport({
    url: address,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  });
  const { protocol, host } = new URL(address);

  const submit = async (message: OutgoingEmail): Promise<{ providerId: string }> => {
    const options = toSendOptions(message);
    try {
      await transport.sendMail(options);
      return { providerId: options.messageId };
    } catch (error) {
      throw toAppError(error);
    }
  };

  return {
    kind: "smtp",
    location: `${protocol}//${host}`,
    keysLastSeconds: null,
    send: oncePerKey(submit),
    close: async () => transport.close(),
  };
};
