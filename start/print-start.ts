import { getChat } from "@/server/adapters/chat";
import type { Database } from "@/server/adapters/database";
import { getEmailAdapter } from "@/server/adapters/email";
import { getLimiter } from "@/server/adapters/limiter";
import { findModel } from "@/server/adapters/model";
import { findPayments } from "@/server/adapters/payments";
import { getScanner } from "@/server/adapters/scanner";
import { findSearchConsole } from "@/server/adapters/search-console";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { operatorKey } from "@/server/endpoint/operator";
import { serviceKey } from "@/server/endpoint/service-key";

interface Line {
  port: string;
  kind: string;
  location: string;
  embedded: boolean;
}

const lines = (database: Database): Line[] => {
  const [store, email, chat, limiter, scanner] = [getStore(), getEmailAdapter(), getChat(), getLimiter(), getScanner()];
  const payments = findPayments();
  const search = findSearchConsole();
  const model = findModel();
  const jobs = env.INNGEST_EVENT_KEY
    ? { kind: "inngest", location: env.INNGEST_BASE_URL ?? "Inngest Cloud", embedded: false }
    : { kind: "embedded", location: "this process", embedded: true };
  return [
    { port: "database", kind: database.kind, location: database.location, embedded: database.kind === "pglite" },
    { port: "jobs", ...jobs },
    { port: "files", kind: store.kind, location: store.location, embedded: store.kind === "files" },
    { port: "email", kind: email.kind, location: email.location, embedded: email.kind === "outbox" },
    { port: "chat", kind: chat.kind, location: chat.location, embedded: chat.kind === "outbox" },
    { port: "payments", kind: payments?.kind ?? "none", location: payments?.location ?? "", embedded: false },
    { port: "search", kind: search?.kind ?? "none", location: search?.location ?? "", embedded: false },
    {
      port: "fixes",
      kind: model?.kind ?? "rules",
      location: model ? `${model.name} at ${model.location}` : "",
      embedded: false,
    },
    { port: "limits", kind: limiter.kind, location: limiter.location, embedded: limiter.kind === "memory" },
    { port: "scanner", kind: scanner.kind, location: scanner.location, embedded: scanner.kind === "embedded" },
  ];
};

const addresses = (isEmailEmbedded: boolean): string[] => [
  `  app and audit API   ${env.BASE_URL}`,
  `  report service      ${env.REPORT_BASE_URL}`,
  `  API documentation   ${env.BASE_URL}/api/docs`,
  `  data                ${env.DATA_DIR}`,
  env.API_KEY.length > 0
    ? "  API key             set in API_KEY"
    : `  API key             stored in ${env.DATA_DIR}/secrets/api-key`,
  ...(isEmailEmbedded ? [`  email preview       ${env.BASE_URL}/outbox?key=${operatorKey()}`] : []),
];

/**
 * Prints which adapters are in use. Creates the API key if it doesn't exist, because the output says where the key is
 * stored.
 */
export const printStart = (database: Database): void => {
  serviceKey();
  const all = lines(database);
  const rows = all.map(({ port, kind, location }) => `  ${port.padEnd(10)} ${kind.padEnd(12)} ${location}`);
  const embedded = all.filter((line) => line.embedded).map((line) => line.port);
  const warning =
    embedded.length > 0
      ? [`  Embedded services, for one machine only: ${embedded.join(", ")}. See docs/configuration.md.`]
      : [];
  const isEmailEmbedded = embedded.includes("email");
  process.stdout.write(
    `${["Curbcut is running", ...rows, ...warning, ...addresses(isEmailEmbedded), ""].join("\n")}\n`,
  );
};
