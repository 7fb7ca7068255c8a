import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { freePort } from "./postgres";

export interface ResendEmail {
  id: string;
  from: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** An emulated Resend that keeps what it gets. */
export const startResend = async () => {
  const emulator = await createEmulator({ service: "resend", port: await freePort() });
  return {
    url: emulator.url,
    emails: async (): Promise<ResendEmail[]> => {
      const answer = (await (await fetch(`${emulator.url}/emails`)).json()) as { data: ResendEmail[] };
      return answer.data;
    },
    stop: () => emulator.close(),
  };
};

/** A provider that answers everything with the same status, headers and body. */
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
