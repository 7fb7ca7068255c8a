import { getChat } from "@/server/adapters/chat";
import type { SystemCtx } from "@/server/core/context";
import { chatQueued } from "@/server/core/events";
import { newId } from "@/server/core/ids";
import { isUrl } from "@/server/core/is-url";
import { countChatCall } from "./limit-chat";

type Block = Record<string, unknown>;

interface Notification {
  /**
   * Used for desktop notifications and by chat services that don't render blocks. It must therefore contain everything.
   */
  text: string;
  blocks: Block[];
}

/**
 * Escapes `&`, `<` and `>`, which are special in Slack's mrkdwn
 * (https://docs.slack.dev/messaging/formatting-message-text).
 */
const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const queue = ({ emit }: Pick<SystemCtx, "emit">, notification_id: string, { text, blocks }: Notification): void =>
  emit(chatQueued.create({ notification_id, text, blocks }));

/**
 * Queues one line for the operator's chat channel, for example about a registration, a first audit or a payment. A job
 * posts it after the caller's transaction commits. Nothing in the text becomes a link or a mention, because it may
 * contain input from strangers.
 */
export const notifyChat = (ctx: Pick<SystemCtx, "emit">, text: string): void =>
  queue(ctx, newId(), { text: escapeText(text), blocks: [] });

export interface Lead {
  url: string;
  email: string;
  reportUrl?: string | undefined;
  message?: string | undefined;
}

/**
 * Maximum lengths that Slack accepts for text, fields and button URLs, in characters
 * (https://docs.slack.dev/reference/block-kit).
 */
const longest = { text: 3_000, field: 2_000, address: 3_000 };

const plain = (text: string, max: number) => ({ type: "plain_text", text: text.slice(0, max), emoji: false });

const isWebAddress = (url: string): boolean =>
  url.length <= longest.address && isUrl(url) && /^https?:$/.test(new URL(url).protocol);

const viewReport = (url: string): Block => ({
  type: "actions",
  elements: [{ type: "button", text: plain("View Report", longest.text), url }],
});

const label = (name: string) => ({ type: "mrkdwn", text: `*${name}*` });

/**
 * Returns the notification about a lead: website, email address, and a button if there is a report. Input from callers
 * goes into `plain_text`, where nothing becomes a link, a mention or formatting.
 */
export const leadMessage = ({ url, email, reportUrl, message }: Lead): Notification => {
  const opening = message ?? "A new lead requested a report.";
  const report = reportUrl && isWebAddress(reportUrl) ? reportUrl : null;
  const lines = [`New lead: ${email} for ${url}`, opening, ...(report ? [`Report: ${report}`] : [])];
  const facts = [label("Website"), plain(url, longest.field), label("Email"), plain(email, longest.field)];
  return {
    text: escapeText(lines.join("\n")),
    blocks: [
      { type: "section", text: plain(opening, longest.text) },
      { type: "section", fields: facts },
      ...(report ? [viewReport(report)] : []),
    ],
  };
};

/** Queues the notification about a lead, once per id. A job posts it after the commit. */
export const notifyLead = (ctx: Pick<SystemCtx, "emit">, { id, ...lead }: Lead & { id: string }): void =>
  queue(ctx, id, leadMessage(lead));

/**
 * Posts a lead's notification immediately, unless the channel still remembers the key from an earlier call. Throws
 * `rate_limited` if the message would exceed the channel's limits, or the channel's error if posting fails.
 */
export const postLead = async (lead: Lead, idempotencyKey: string): Promise<void> => {
  await countChatCall();
  await getChat().post({ ...leadMessage(lead), idempotencyKey });
};

/**
 * Posts a queued notification, unless the channel still remembers its id from an earlier call. Throws the channel's
 * error.
 */
export const postChat = ({ notification_id, ...notification }: Notification & { notification_id: string }) =>
  getChat().post({ ...notification, idempotencyKey: notification_id });
