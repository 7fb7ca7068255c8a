import { Inngest, type Logger } from "inngest";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { embeddedClientOptions, embeddedGateway } from "./embedded/gateway";

type Level = "debug" | "warn";

const toPino =
  (level: Level) =>
  (...[first, second]: unknown[]): void => {
    if (typeof first === "object" && first !== null) log[level](first, String(second ?? ""));
    else log[level](String(first));
  };

/** The SDK reports every failed attempt as an error; what ends a job for good is logged by those who run it. */
const logger: Logger = {
  debug: toPino("debug"),
  info: toPino("debug"),
  warn: toPino("warn"),
  error: toPino("warn"),
};

const server = env.INNGEST_EVENT_KEY
  ? {
      isDev: false,
      eventKey: env.INNGEST_EVENT_KEY,
      ...(env.INNGEST_SIGNING_KEY ? { signingKey: env.INNGEST_SIGNING_KEY } : {}),
      ...(env.INNGEST_BASE_URL ? { baseUrl: env.INNGEST_BASE_URL } : {}),
    }
  : embeddedClientOptions(embeddedGateway());

export const inngest = new Inngest({ id: "curbcut", logger, aiMetadata: false, ...server });
