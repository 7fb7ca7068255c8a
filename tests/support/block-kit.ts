import { z } from "zod";

// The blocks that Slack accepts, according to https://docs.slack.dev/reference/block-kit. Slack rejects all others with
// invalid_blocks.

const plainText = (max: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const markdown = (max: number) =>
  z.strictObject({ type: z.literal("mrkdwn"), text: z.string().min(1).max(max), verbatim: z.boolean().optional() });
const anyText = (max: number) => z.union([plainText(max), markdown(max)]);

const button = z.strictObject({
  type: z.literal("button"),
  text: plainText(75),
  url: z.url({ protocol: /^https?$/ }).max(3_000),
  action_id: z.string().max(255).optional(),
});

const section = z
  .strictObject({
    type: z.literal("section"),
    text: anyText(3_000).optional(),
    fields: z.array(anyText(2_000)).min(1).max(10).optional(),
  })
  .refine(({ text, fields }) => text !== undefined || fields !== undefined);

const actions = z.strictObject({ type: z.literal("actions"), elements: z.array(button).min(1).max(25) });

const BlockKitMessage = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z
    .array(z.union([section, actions]))
    .max(50)
    .optional(),
});

/** Returns the errors that Slack would find in a message; empty if Slack would accept the message. */
export const blockKitProblems = (message: { text: string; blocks?: unknown[] | undefined }): string[] => {
  const { text, blocks } = message;
  const { error } = BlockKitMessage.safeParse({ text, ...(blocks && { blocks }) });
  return error ? [z.prettifyError(error)] : [];
};
