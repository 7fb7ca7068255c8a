import { Inngest, type Logger } from "inngest";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { connectEngine } from "@/server/endpoint/event-outbox";
import { embeddedClientOptions, embeddedGateway } from "./embedded/gateway";
import { TrackJobs } from "./track-jobs";

type Level = "debug" | "warn";

const toPino =
  (level: Level) =>
  (...[first, second]: unknown[]): void => {
    if (typeof first === "object" && first !== null) log[level](first, String(second ?? ""));
    else log[level](String(first));
  };

/**
 * Log level for failed attempts, which the SDK reports as errors. The embedded job engine itself logs them with the
 * time of the next retry; with Inngest, the SDK's report is the only record. Permanent failures are logged by the
 * embedded job engine or by track-jobs.
 */
const failures: Level = env.INNGEST_EVENT_KEY ? "warn" : "debug";

const logger: Logger = {
  debug: toPino("debug"),
  info: toPino("debug"),
  warn: toPino("warn"),
  error: toPino(failures),
};

const server = env.INNGEST_EVENT_KEY
  ? {
      isDev: false,
      eventKey: env.INNGEST_EVENT_KEY,
      ...(env.INNGEST_SIGNING_KEY ? { signingKey: env.INNGEST_SIGNING_KEY } : {}),
      ...(env.INNGEST_BASE_URL ? { baseUrl: env.INNGEST_BASE_URL } : {}),
    }
  : embeddedClientOptions(embeddedGateway());

export const inngest = new Inngest({
  id: "curbcut",
  logger,
  aiMetadata: false,
  middleware: [TrackJobs],
  ...server,
});

connectEngine((events) => inngest.send(events));
