import { AppError } from "@/server/core/errors";
import type { OutgoingEmail } from "./port";

export interface Address {
  name: string;
  address: string;
}

const maxKeyLength = 256;
const bareAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const namedAddress = /^([^<>\p{Cc}]*)<([^<>]*)>$/u;
const quoted = /^"(.*)"$/;
const headerName = /^[!-9;-~]+$/;

const refuse = (path: string, message: string): never => {
  throw new AppError("invalid_input", message, [{ path, message }]);
};

/** Splits `Ada <ada@example.org>` or a bare email address into its parts. */
export const parseAddress = (path: "to" | "from", text: string): Address => {
  const [, given = "", address = ""] = namedAddress.exec(text.trim()) ?? ["", "", text.trim()];
  const name = given.trim().replace(quoted, (_all, inner: string) => inner.replace(/\\(.)/g, "$1"));
  return bareAddress.test(address) ? { name, address } : refuse(path, `${path} must be a single email address.`);
};

const assertOneLine = (path: string, value: string): void => {
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) refuse(path, `${path} must not contain line breaks or control characters.`);
};

/** Rejects anything that could smuggle in headers or additional recipients. */
export const checkMessage = ({ to, from, subject, headers = {}, attachments = [], idempotencyKey }: OutgoingEmail) => {
  assertOneLine("subject", subject);
  assertOneLine("idempotencyKey", idempotencyKey);
  if (idempotencyKey.length === 0 || idempotencyKey.length > maxKeyLength)
    refuse("idempotencyKey", `idempotencyKey must have 1 to ${maxKeyLength} characters.`);
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name)) refuse("headers", `${JSON.stringify(name)} isn't a valid header name.`);
    assertOneLine(`headers.${name}`, value);
  }
  for (const { fileName, contentType } of attachments) {
    assertOneLine("attachments.fileName", fileName);
    assertOneLine("attachments.contentType", contentType);
  }
  if (!bareAddress.test(to)) refuse("to", "to must be a single email address.");
  return { to, from: parseAddress("from", from) };
};
