import { createEmulator } from "emulate";
import { freePort } from "./postgres";

export interface SlackMessage {
  text: string;
  blocks?: unknown[];
}

const token = "xoxb-reader";
const general = "C000000001";

/** An emulated Slack with an incoming webhook to the channel #general. */
export const startSlack = async () => {
  const emulator = await createEmulator({
    service: "slack",
    port: await freePort(),
    seed: { slack: { tokens: [{ token }] } },
  });
  return {
    url: `${emulator.url}/services/T000000001/B000000001/X000000001`,
    /** Oldest first. */
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
