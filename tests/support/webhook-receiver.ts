import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { makeSecret } from "@/server/domains/integrations/webhooks/secrets";
import type { WebhookType } from "@/server/domains/integrations/webhooks/webhook-types";

export interface Received {
  at: number;
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Delay of the response, in milliseconds. */
  afterMs?: number;
}

/** Starts a receiver that gives these responses in turn, then 204, and records the requests. */
export const startReceiver = async (...answers: Answer[]) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ at: Date.now(), id: String(request.headers["webhook-id"]), headers: request.headers, body });
    const { status, headers = {}, body: answer, afterMs = 0 } = answers.shift() ?? { status: 204 };
    setTimeout(() => response.writeHead(status, headers).end(answer), afterMs);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Returns the payload, verified with the library that receivers use; throws if the signature or the time is wrong. */
export const verify = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

/** Creates an endpoint as the API would, and returns its secret. */
export const makeEndpoint = async (
  org_id: string,
  url: string,
  events: readonly WebhookType[] = ["scan.completed"],
): Promise<{ id: string; secret: string }> => {
  const { prisma } = await getDatabase();
  const id = newId();
  const { secret, sealed } = await makeSecret(id);
  await prisma.webhookEndpoint.create({ data: { id, org_id, url, events: [...events], secret: sealed } });
  return { id, secret };
};
