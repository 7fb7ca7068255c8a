import { z } from "zod";
import { checkEmailData, type EmailId, emailIds, emails } from "@/emails";
import { describeVariants } from "@/server/core/openapi-variants";
import { Id, Time } from "@/server/core/schema";
import { templateGroups } from "./catalogue";
import { encodedWord, oneLine, senderProblem } from "./sender";

const Template = z.enum(emailIds, {
  error: `There is no such template. Take one of ${emailIds.join(", ")}.`,
});

const Subject = z
  .string()
  .min(1, { error: "Write a subject.", abort: true })
  .max(200, { abort: true })
  .regex(oneLine, "Leave out line breaks, control characters and direction marks.")
  .refine((subject) => subject.trim() !== "", "Write a subject.")
  .refine((subject) => !encodedWord.test(subject), "Write the subject as it is, not as encoded words.")
  .describe("The subject as the reader sees it; it takes the place of the template's own");

const Sender = z
  .string()
  .max(400, { abort: true })
  .superRefine((from, context) => {
    const message = senderProblem(from);
    if (message) context.addIssue({ code: "custom", message });
  })
  .describe("Who writes, as ada@example.org or Ada <ada@example.org>; only of a domain in MAIL_FROM_DOMAINS");

const Data = z.record(z.string(), z.unknown()).describe("What the template needs; any other key is taken and ignored");

const fields = {
  to: z.email().max(320).describe("One bare address"),
  subject: Subject,
  template: Template,
  data: Data,
  from: Sender.optional(),
};

const dataFits = (
  { template, data }: { template: EmailId; data: Record<string, unknown> },
  context: z.RefinementCtx,
): void => {
  for (const { path, message } of checkEmailData(template, data))
    context.addIssue({ code: "custom", path: path ? ["data", ...path.split(".")] : ["data"], message });
};

const variants = {
  by: "template",
  field: "data",
  name: "EmailData",
  schemas: Object.fromEntries(emailIds.map((id) => [id, emails[id].data])),
};

const example = {
  to: "ada@example.org",
  subject: "Welcome, Ada",
  template: "welcome",
  data: emails.welcome.sample,
};

const described = <Body extends z.ZodObject>(body: Body): Body =>
  describeVariants(body.meta({ examples: [example] }), variants);

export const SendEmail = described(z.strictObject(fields).superRefine(dataFits));
export type SendEmail = z.infer<typeof SendEmail>;

/** The same, with `data.app` as the accessibility app's whatever the caller sent. */
export const SendAccessibilityEmail = described(
  z
    .strictObject({ ...fields, data: Data.overwrite((data) => ({ ...data, app: "accessibility" })) })
    .superRefine(dataFits),
);

export const QueuedEmail = z.object({ messageId: Id, template: Template, status: z.literal("queued") });
export type QueuedEmail = z.infer<typeof QueuedEmail>;

export const EmailMessageId = z.strictObject({ messageId: Id });
export type EmailMessageId = z.infer<typeof EmailMessageId>;

const DeliveryStatus = z.enum(["queued", "sent", "delivered", "bounced", "complained", "suppressed", "failed"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const EmailState = z.object({
  messageId: Id,
  template: z.string(),
  to: z.string().optional(),
  status: DeliveryStatus,
  error: z.string().optional(),
  createdAt: Time,
  sentAt: Time.optional(),
});
export type EmailState = z.input<typeof EmailState>;

const JsonObject = z.record(z.string(), z.unknown());

export const TemplateList = z.object({
  templates: z.array(
    z.object({
      id: Template,
      group: z.enum(templateGroups),
      purpose: z.string(),
      bulk: z.boolean().describe("A digest: sent with List-Unsubscribe"),
      subject: z.string().describe("The template's own subject, for the sample"),
      schema: JsonObject.describe("JSON Schema of data"),
      sample: JsonObject,
    }),
  ),
});
export type TemplateList = z.infer<typeof TemplateList>;
