import pino from "pino";
import { env } from "./env";

/** Keys whose values are redacted at the top three levels of a log record. */
const secretKeys = [
  "password",
  "access_token",
  "refresh_token",
  "token",
  "otp",
  "authorization",
  "cookie",
  "api_key",
  "secret",
  "signature",
];

export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[redacted]" },
});
