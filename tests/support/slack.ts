import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createEmulator } from "emulate";
import { freePort } from "./free-port";

export interface SlackMessage {
  text: string;
  blocks?: unknown[];
}

const token = "xoxb-reader";
const general = "C000000001";

/** Starts an emulated Slack with an incoming webhook to the channel #general. */
export const startSlack = async () => {
  const emulator = await createEmulator({
    service: "slack",
    port: await freePort(),
    seed: { slack: { tokens: [{ token }] } },
  });
  return {
    url: `${emulator.url}/services/T000000001/B000000001/X000000001`,
    /** Returns the channel's messages, oldest first. */
    messages: async (): Promise<SlackMessage[]> => {
      const answer = await fetch(`${emulator.url}/api/conversations.history`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify({ channel: general }),
      });
      return ((await answer.json()) as { messages: SlackMessage[] }).messages.reverse();
    },
    stop: () => emulator.close(),
  };
};

interface MoodyAnswer {
  status: number;
  headers?: Record<string, string>;
}

/** Starts a webhook that gives these responses in turn, then 200, and records each message and when it arrived. */
export const startMoodySlack = async (...answers: MoodyAnswer[]) => {
  const calls: { at: number; message: SlackMessage; status: number }[] = [];
  const server = createServer(async (request, response) => {
    const message = (await json(request)) as SlackMessage;
    const { status, headers = {} } = answers.shift() ?? { status: 200 };
    calls.push({ at: Date.now(), message, status });
    response.writeHead(status, headers).end(status === 200 ? "ok" : "told_to_fail");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0/moody`,
    calls: (): readonly { at: number; message: SlackMessage; status: number }[] => calls,
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};
