import { z } from "zod";
import { checkEmailData, type EmailId, emailGroups, emailIds, emails } from "@/emails";
import { EmailStatus } from "@/generated/prisma/enums";
import { Id, Time } from "@/server/core/schema";
import { keysOf } from "@/server/core/tables";
import { describeVariants } from "@/server/endpoint/openapi-variants";
import { encodedWord, oneLine, senderProblem } from "./sender";

const Template = z.enum(emailIds, {
  error: `Unknown template. Use one of ${emailIds.join(", ")}.`,
});

const Subject = z
  .string()
  .min(1, { error: "Enter a subject.", abort: true })
  .max(200, { abort: true })
  .regex(oneLine, "Must not contain line breaks, control characters or bidirectional formatting characters.")
  .refine((subject) => subject.trim() !== "", "Enter a subject.")
  .refine((subject) => !encodedWord.test(subject), "Write the subject as plain text, not as encoded words.")
  .describe("Subject line, in place of the template's default");

const Sender = z
  .string()
  .max(400, { abort: true })
  .superRefine((from, context) => {
    const message = senderProblem(from);
    if (message) context.addIssue({ code: "custom", message });
  })
  .describe("Sender, such as ada@example.org or Ada <ada@example.org>; the domain must be one of MAIL_FROM_DOMAINS");

const Data = z.record(z.string(), z.unknown()).describe("Data for the template; unknown keys are ignored");

const fields = {
  to: z.email().max(320).describe("Email address of the recipient, without a name"),
  subject: Subject,
  template: Template,
  data: Data,
  from: Sender.optional(),
};

const app = z
  .string()
  .max(100)
  .optional()
  .describe('Branding to use: "accessibility" for the accessibility app; defaults to the service app’s branding');

/** The `data` that callers send: the template's keys, and `app`, which sets the brand. */
export const callerData = Object.fromEntries(
  emailIds.map((id) => [id, emails[id].data.extend({ app })]),
) as unknown as Readonly<Record<EmailId, z.ZodObject>>;

const dataFits = (
  { template, data }: { template: EmailId; data: Record<string, unknown> },
  context: z.RefinementCtx,
): void => {
  for (const { path, message } of checkEmailData(callerData[template], data))
    context.addIssue({ code: "custom", path: path ? ["data", ...path.split(".")] : ["data"], message });
};

const variants = {
  by: "template",
  field: "data",
  name: "EmailData",
  schemas: callerData,
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

/** Like `SendEmail`, but `data.app` is always the accessibility app, whatever the caller sends. */
export const SendAccessibilityEmail = described(
  z
    .strictObject({ ...fields, data: Data.overwrite((data) => ({ ...data, app: "accessibility" })) })
    .superRefine(dataFits),
);

export const QueuedEmail = z.object({ messageId: Id, template: Template, status: z.literal("queued") });
export type QueuedEmail = z.infer<typeof QueuedEmail>;

export const EmailMessageId = z.strictObject({ messageId: Id });
export type EmailMessageId = z.infer<typeof EmailMessageId>;

const DeliveryStatus = z.enum(EmailStatus);
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
const groupNames = keysOf(emailGroups);

export const TemplateList = z.object({
  templates: z.array(
    z.object({
      id: Template,
      group: z.enum(groupNames),
      purpose: z.string(),
      bulk: z.boolean().describe("Whether this is a digest, which is sent with a List-Unsubscribe header"),
      subject: z.string().describe("Default subject line, rendered with the sample data"),
      schema: JsonObject.describe("JSON Schema of `data`"),
      sample: JsonObject,
    }),
  ),
});
export type TemplateList = z.infer<typeof TemplateList>;
