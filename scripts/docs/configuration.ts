import { z } from "zod";
import { EnvSchema } from "@/server/core/env";
import { table } from "./markdown";

const sections: [title: string, pattern: RegExp][] = [
  ["The app", /^(?:NODE_ENV|DATA_DIR|HOST|PORT|REPORT_PORT|BASE_URL|REPORT_BASE_URL|LOG_LEVEL|TRUSTED_PROXY_HOPS)$/],
  ["Database", /^DATABASE_/],
  ["Jobs", /^INNGEST_/],
  ["Object store", /^S3_/],
  ["Mail and chat", /^(?:RESEND|SMTP|MAIL|CHAT)_/],
  ["Payments", /^(?:STRIPE|BILLING)_/],
  ["Sign-in", /^(?:GOOGLE|GITHUB|AZURE_AD)_/],
  ["Rate limits", /^(?:REDIS|UPSTASH)_/],
  ["Scanner", /^(?:AUDITS|SCAN|SCANNER|CHROMIUM)_/],
  ["Fixes", /^OPENAI_/],
  ["Keys and secrets", /^(?:API_KEY|JWT_|NEXTAUTH_)/],
  ["More", /^/],
];

const Property = z.looseObject({
  description: z.string().default(""),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
});
type Property = z.infer<typeof Property>;

const fallback = (value: unknown): string =>
  value === undefined || value === "" ? "not set" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

const row = ([name, property]: [string, Property]): string[] => {
  const choices = property.enum ? ` One of ${property.enum.map((value) => `\`${value}\``).join(", ")}.` : "";
  return [`\`${name}\``, fallback(property.default), `${property.description}${choices}`];
};

/** The tables of docs/configuration.md, out of the schema that the start validates. */
export const renderConfiguration = (): string => {
  const { properties = {} } = z.toJSONSchema(EnvSchema, { io: "input", unrepresentable: "any" });
  const rest = Object.entries(properties).map(([name, schema]): [string, Property] => [name, Property.parse(schema)]);
  const parts = sections.map(([title, pattern]) => {
    const mine = rest.filter(([name]) => pattern.test(name));
    for (const entry of mine) rest.splice(rest.indexOf(entry), 1);
    return mine.length === 0 ? "" : `## ${title}\n\n${table(["Variable", "Default", "Meaning"], mine.map(row))}`;
  });
  return parts.filter(Boolean).join("\n\n");
};
