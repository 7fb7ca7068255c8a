import { chatQueued } from "@/inngest/events";
import { getChat } from "@/server/adapters/chat";
import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";

type Block = Record<string, unknown>;

interface Notification {
  /** For notifications on screen, and for chats that draw no blocks, so it says everything. */
  text: string;
  blocks: Block[];
}

/** `&`, `<` and `>` are the characters Slack's mrkdwn gives a meaning (https://docs.slack.dev/messaging/formatting-message-text). */
const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const queue = ({ emit }: Pick<SystemCtx, "emit">, notification_id: string, { text, blocks }: Notification): void =>
  emit(chatQueued.create({ notification_id, text, blocks }));

/**
 * Queues one line to the team's chat channel, such as a registration, a first scan or a payment; a job posts it once the
 * caller's transaction is committed. The text may hold what strangers wrote: nothing in it is a link or a mention.
 */
export const notifyChat = (ctx: Pick<SystemCtx, "emit">, text: string): void =>
  queue(ctx, newId(), { text: escapeText(text), blocks: [] });

export interface Lead {
  url: string;
  email: string;
  reportUrl?: string | undefined;
  message?: string | undefined;
}

/** Characters that Slack takes in a text, a field and a button's address (https://docs.slack.dev/reference/block-kit). */
const longest = { text: 3_000, field: 2_000, address: 3_000 };

const plain = (text: string, max: number) => ({ type: "plain_text", text: text.slice(0, max), emoji: false });

const isWebAddress = (url: string): boolean =>
  url.length <= longest.address && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

const viewReport = (url: string): Block => ({
  type: "actions",
  elements: [{ type: "button", text: plain("View Report", longest.text), url }],
});

const label = (name: string) => ({ type: "mrkdwn", text: `*${name}*` });

/**
 * The one lead notification: website, address, and a button when there is a report. What callers wrote stands in
 * `plain_text`, where nothing is a link, a mention or a format.
 */
export const leadMessage = ({ url, email, reportUrl, message }: Lead): Notification => {
  const opening = message ?? "A new lead asked for a report.";
  const report = reportUrl && isWebAddress(reportUrl) ? reportUrl : null;
  const lines = [`New lead: ${email} for ${url}`, opening, ...(report ? [`Report: ${report}`] : [])];
  const facts = [label("Website"), plain(url, longest.field), label("E-mail"), plain(email, longest.field)];
  return {
    text: escapeText(lines.join("\n")),
    blocks: [
      { type: "section", text: plain(opening, longest.text) },
      { type: "section", fields: facts },
      ...(report ? [viewReport(report)] : []),
    ],
  };
};

/** Queues the notification of a lead, once an id: a job posts it after the commit. */
export const announceLead = (ctx: Pick<SystemCtx, "emit">, { id, ...lead }: Lead & { id: string }): void =>
  queue(ctx, id, leadMessage(lead));

/** Posts the notification of a lead right away, once a key where the provider can. Throws what the provider says. */
export const postLead = (lead: Lead, idempotencyKey: string): Promise<void> =>
  getChat().post({ ...leadMessage(lead), idempotencyKey });

/** Posts a queued notification. Its id keeps a repeated call from posting again where the provider can. */
export const postChat = ({ notification_id, ...notification }: Notification & { notification_id: string }) =>
  getChat().post({ ...notification, idempotencyKey: notification_id });
