import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { RunningApp } from "./running-app";

/** How long a caller waits before it asks again after a connection that broke off or a 503: longer each time. */
const retryAfterMs = (tries: number): number => Math.min(250 * 2 ** tries, 4_000);
const maxTries = 100;

export interface Letter {
  to: string;
  key: string;
}

export const letters = (count: number, name: string): Letter[] =>
  Array.from({ length: count }, (_, index) => ({ to: `${name}-${index}@example.org`, key: `${name}-${index}` }));

/** A partner's backend: calls the e-mail endpoint and asks again, with the same key, until it is told that the mail is queued. */
export class MailCaller {
  acknowledged = 0;
  retries = 0;
  readonly messageIds = new Map<string, string>();

  constructor(
    private readonly app: RunningApp,
    private readonly apiKey: string,
  ) {}

  async send(letter: Letter): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const reply = await this.call(letter);
      if (reply?.status === 202) return this.note(letter, await reply.json().catch(() => null));
      if (reply && reply.status !== 503) throw new Error(`${reply.status} ${await reply.text()}`);
      this.retries += 1;
      await delay(retryAfterMs(tries));
    }
    throw new Error(`${letter.to} was not taken in ${maxTries} tries`);
  }

  private call({ to, key }: Letter): Promise<Response | null> {
    return fetch(`${this.app.reportUrl}/api/v1/email`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ to, subject: `To ${to}`, template: "welcome", data: { name: "Ada" } }),
    }).catch(() => null);
  }

  private async note({ to, key }: Letter, body: { data: { messageId: string } } | null): Promise<void> {
    if (!body) return this.send({ to, key });
    const { messageId } = body.data;
    const earlier = this.messageIds.get(to);
    if (earlier && earlier !== messageId) throw new Error(`${to} was told ${earlier} and then ${messageId}`);
    if (!earlier) this.acknowledged += 1;
    this.messageIds.set(to, messageId);
  }
}

/** How many mails lie in the app's outbox folder. */
export const countMails = ({ dataDir }: Pick<RunningApp, "dataDir">): number => {
  try {
    return readdirSync(join(dataDir, "outbox")).filter((name) => name.endsWith(".eml")).length;
  } catch {
    return 0;
  }
};
