import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { RunningApp } from "./running-app";

/** Returns how long to wait after a broken connection or a 503. The wait doubles with each try, up to four seconds. */
const retryAfterMs = (tries: number): number => Math.min(250 * 2 ** tries, 4_000);
const maxTries = 100;

export interface EmailRequest {
  to: string;
  key: string;
}

export const createEmailRequests = (count: number, name: string): EmailRequest[] =>
  Array.from({ length: count }, (_, index) => ({ to: `${name}-${index}@example.org`, key: `${name}-${index}` }));

/**
 * A partner's backend: calls the email endpoint and retries with the same key until the response says that the email is
 * queued.
 */
export class EmailCaller {
  acknowledged = 0;
  retries = 0;
  readonly messageIds = new Map<string, string>();

  constructor(
    private readonly app: RunningApp,
    private readonly apiKey: string,
  ) {}

  async send(email: EmailRequest): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const reply = await this.call(email);
      if (reply?.status === 202) return this.note(email, await reply.json().catch(() => null));
      if (reply && reply.status !== 503) throw new Error(`${reply.status} ${await reply.text()}`);
      this.retries += 1;
      await delay(retryAfterMs(tries));
    }
    throw new Error(`${email.to} was not accepted in ${maxTries} attempts`);
  }

  private call({ to, key }: EmailRequest): Promise<Response | null> {
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

  private async note({ to, key }: EmailRequest, body: { data: { messageId: string } } | null): Promise<void> {
    if (!body) return this.send({ to, key });
    const { messageId } = body.data;
    const earlier = this.messageIds.get(to);
    if (earlier && earlier !== messageId) throw new Error(`${to} got the message id ${earlier} and then ${messageId}`);
    if (!earlier) this.acknowledged += 1;
    this.messageIds.set(to, messageId);
  }
}

/** Counts the emails in the app's outbox folder. */
export const countEmails = ({ dataDir }: Pick<RunningApp, "dataDir">): number => {
  try {
    return readdirSync(join(dataDir, "outbox")).filter((name) => name.endsWith(".eml")).length;
  } catch {
    return 0;
  }
};
