import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "./errors";
import { getSecret } from "./secrets";

/** Opens the operator's pages; the start-up lines print it. */
export const operatorKey = (): string => getSecret("operator-key");

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Throws `forbidden` unless this is the operator's key. */
export const checkOperator = (key: string): void => {
  if (!timingSafeEqual(digest(key), digest(operatorKey())))
    throw new AppError("forbidden", "Open the outbox by the address that the server printed when it started.");
};
