import { createTransport } from "nodemailer";
import { AppError } from "@/server/core/errors";
import { toMailOptions } from "./compose";
import { oncePerKey } from "./once-per-key";
import type { Mail, MailMessage } from "./port";

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** A reply of 5xx (RFC 5321 §4.2.1), or refused credentials, will not be better at the next try. */
const toAppError = (error: SmtpError): AppError => {
  const status = error.responseCode ?? null;
  const retryable = status === null ? error.code !== "EAUTH" : status < 500;
  const message = "The SMTP server did not take the message.";
  return new AppError("upstream_failed", message, { retryable, status }, { cause: error });
};

/** Sends by the SMTP server of an `smtp://` or `smtps://` address. What a key promises here, see `MailMessage`. */
export const smtpMail = (address: string): Mail => {
  const transport = createTransport({
    url: address,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  });
  const { protocol, host } = new URL(address);

  const submit = async (message: MailMessage): Promise<{ providerId: string }> => {
    const options = toMailOptions(message);
    try {
      await transport.sendMail(options);
      return { providerId: options.messageId };
    } catch (error) {
      throw toAppError(error as SmtpError);
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
