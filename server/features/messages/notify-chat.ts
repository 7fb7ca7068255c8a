import { chatQueued } from "@/inngest/events";
import { getChat } from "@/server/adapters/chat";
import type { SystemCtx } from "@/server/core/context";
import { newId } from "@/server/core/ids";

type Block = Record<string, unknown>;

/** `&`, `<` and `>` are the characters Slack's mrkdwn gives a meaning (https://docs.slack.dev/messaging/formatting-message-text). */
const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Queues one message to the team's chat channel; a job posts it after the commit, once an id. */
export const notifyChat = (
  { emit }: Pick<SystemCtx, "emit">,
  text: string,
  { blocks = [], id = newId() }: { blocks?: Block[]; id?: string } = {},
): void => emit(chatQueued.create({ notification_id: id, text: escapeText(text), blocks }));

export interface Lead {
  id: string;
  url: string;
  email: string;
  reportUrl?: string;
  message?: string;
}

const section = (text: string): Block => ({
  type: "section",
  text: { type: "plain_text", text: text.slice(0, 3_000), emoji: false },
});

const viewReport = (url: string): Block => ({
  type: "actions",
  elements: [{ type: "button", text: { type: "plain_text", text: "View Report" }, url }],
});

/** The one lead notification: website, address, and a button when there is a report. */
export const leadMessage = ({ url, email, reportUrl, message }: Lead): { text: string; blocks: Block[] } => ({
  text: `New lead: ${email} for ${url}`,
  blocks: [
    section(message ?? "A new lead asked for a report."),
    section(`Website: ${url}`),
    section(`E-mail: ${email}`),
    ...(reportUrl ? [viewReport(reportUrl)] : []),
  ],
});

export const announceLead = (ctx: Pick<SystemCtx, "emit">, lead: Lead): void => {
  const { text, blocks } = leadMessage(lead);
  notifyChat(ctx, text, { blocks, id: lead.id });
};

/** Posts a queued notification. Its id keeps a repeated call from posting again where the provider can. */
export const postChat = (notification: { notification_id: string; text: string; blocks: Block[] }): Promise<void> =>
  getChat().post({
    text: notification.text,
    blocks: notification.blocks,
    idempotencyKey: notification.notification_id,
  });
