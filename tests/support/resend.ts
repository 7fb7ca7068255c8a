import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { freePort } from "./free-port";

const forwarded = ["authorization", "content-type", "idempotency-key"];

export interface ResendEmail {
  id: string;
  from: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  attachments: { filename: string; content_type: string; content: string }[];
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/**
 * Starts a server in front of the emulator. The server stores attachments by email id, because the emulator discards
 * them.
 */
const startKeeper = async (target: string, kept: Map<string, ResendEmail["attachments"]>) => {
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => forwarded.includes(name)));
    const method = request.method ?? "GET";
    const answer = await fetch(target + request.url, {
      method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    const { id } = JSON.parse(text) as { id?: string };
    if (id && body.length > 0) kept.set(id, JSON.parse(body.toString()).attachments ?? []);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
};

/** Starts an emulated Resend that stores the emails it receives. */
export const startResend = async () => {
  const emulator = await createEmulator({ service: "resend", port: await freePort() });
  const kept = new Map<string, ResendEmail["attachments"]>();
  const keeper = await startKeeper(emulator.url, kept);
  return {
    url: `http://127.0.0.1:${(keeper.address() as AddressInfo).port}`,
    emails: async (): Promise<ResendEmail[]> => {
      const { data } = (await (await fetch(`${emulator.url}/emails`)).json()) as { data: ResendEmail[] };
      return data.map((email) => ({ ...email, attachments: kept.get(email.id) ?? [] }));
    },
    stop: async () => {
      keeper.closeAllConnections();
      keeper.close();
      await emulator.close();
    },
  };
};

/** Starts a provider that responds to everything with the same status, headers and body. */
export const startFailing = async (status: number, headers: Record<string, string>, body: string) => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
