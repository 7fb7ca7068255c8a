import { resolve } from "node:path";
import { z } from "zod";

const text = z.string().trim().min(1);
const optional = text.optional();
const address = (schemes: RegExp, example: string) =>
  z.url({ protocol: schemes, error: `Give an address such as ${example}.` });
const webAddress = address(/^https?$/, "https://audit.example.org");
const port = z.coerce.number().int().min(0).max(65_535);
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** Every variable Curbcut reads; `describe` texts are what docs/configuration.md prints. */
export const EnvSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development").describe("Set by the start command."),
  DATA_DIR: text
    .default(".data")
    .transform((path) => resolve(path))
    .describe("Folder of everything embedded: database, files, outbox, secrets."),
  HOST: text.default("0.0.0.0").describe("Address both ports listen on."),
  PORT: port.default(8000).describe("Port of the audit API and the web apps."),
  REPORT_PORT: port.default(8001).describe("Port of the report and e-mail service."),
  BASE_URL: webAddress.optional().describe("Public address of the app; default http://localhost:PORT."),
  REPORT_BASE_URL: webAddress
    .optional()
    .describe("Public address of the report service; default http://localhost:REPORT_PORT."),
  LOG_LEVEL: z
    .enum(["silent", "error", "warn", "info", "debug", "trace"])
    .default("info")
    .describe("How much is logged."),
  TRUSTED_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe("How many proxies in front vouch for X-Forwarded-For."),
  DATABASE_URL: address(/^postgres(?:ql)?$/, "postgresql://user:password@host:5432/curbcut")
    .optional()
    .describe("PostgreSQL 15 or newer instead of the embedded database."),
  INNGEST_EVENT_KEY: optional.describe("Inngest instead of the embedded job runner."),
  INNGEST_SIGNING_KEY: optional.describe("Signing key that goes with INNGEST_EVENT_KEY."),
  INNGEST_BASE_URL: webAddress.optional().describe("Address of a self-hosted Inngest."),
  S3_BUCKET: optional.describe("Bucket that holds reports and page results instead of files."),
  S3_ENDPOINT: webAddress.optional().describe("Address of an S3-compatible service."),
  S3_REGION: text.default("us-east-1").describe("Region of the bucket."),
  S3_ACCESS_KEY_ID: optional.describe("Access key; the usual AWS credential chain when unset."),
  S3_SECRET_ACCESS_KEY: optional.describe("Secret of the access key."),
  S3_FORCE_PATH_STYLE: z.stringbool().default(false).describe("true for most S3-compatible services."),
  RESEND_API_KEY: optional.describe("Send mail by Resend instead of the outbox."),
  RESEND_BASE_URL: webAddress.optional().describe("Another address of Resend's API."),
  RESEND_WEBHOOK_SECRET: text
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, "Give the signing secret of the webhook; it starts with whsec_.")
    .optional()
    .describe("Signing secret of Resend's webhook, which reports bounces and complaints to /api/v1/email/events."),
  SMTP_URL: address(/^smtps?$/, "smtp://user:password@host:587")
    .optional()
    .describe("Send mail by SMTP, as smtp://user:password@host:587."),
  MAIL_FROM_ADDRESS: text.default("Curbcut <curbcut@localhost>").describe("Sender of every mail that names no other."),
  MAIL_FROM_DOMAINS: list.describe("Domains a caller may send from; default that of MAIL_FROM_ADDRESS."),
  CHAT_WEBHOOK_URL: webAddress.optional().describe("Slack-compatible incoming webhook for team notifications."),
  STRIPE_SECRET_KEY: optional.describe(
    "Payments and promotion codes by Stripe; without it there are none, and no limits.",
  ),
  STRIPE_AGENCY_COUPON_ID: optional.describe("Stripe's coupon that the promotion codes of agencies are made from."),
  STRIPE_BASE_URL: webAddress.optional().describe("Another address of Stripe's API."),
  STRIPE_WEBHOOK_SECRET: optional.describe(
    "Signing secret of Stripe's webhook, which reports payments to /api/payprov/webhook; it starts with whsec_.",
  ),
  STRIPE_AUTOMATIC_TAX: z
    .stringbool()
    .default(true)
    .describe("Whether Stripe works out taxes at checkout; needs Stripe Tax to be set up."),
  BILLING_SUCCESS_URL: webAddress
    .optional()
    .describe("Page after a completed checkout; default the app's own. {CHECKOUT_SESSION_ID} in it is filled in."),
  BILLING_FAILURE_URL: webAddress.optional().describe("Page after a checkout that was left; default the app's own."),
  BILLING_TRIAL_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(730)
    .default(14)
    .describe("Days an organisation's first plan costs nothing; 0 for no trial."),
  BILLING_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(14)
    .describe("Days a plan stays after its payment failed."),
  GOOGLE_CLIENT_ID: optional.describe(
    "Client of Google's OAuth, for signing in with Google and for search performance.",
  ),
  GOOGLE_CLIENT_SECRET: optional.describe("Secret that goes with GOOGLE_CLIENT_ID."),
  GOOGLE_BASE_URL: webAddress.default("https://accounts.google.com").describe("Address of Google's accounts."),
  GOOGLE_OAUTH_URL: webAddress
    .default("https://oauth2.googleapis.com")
    .describe("Address of Google's token service, for search performance."),
  SEARCH_CONSOLE_URL: webAddress
    .default("https://searchconsole.googleapis.com")
    .describe("Address of Google's Search Console API."),
  GITHUB_ID: optional.describe("Client id of a GitHub OAuth app, for signing in with GitHub."),
  GITHUB_SECRET: optional.describe("Secret that goes with GITHUB_ID."),
  GITHUB_BASE_URL: webAddress
    .default("https://github.com")
    .describe("Address of GitHub, or of a GitHub Enterprise Server."),
  GITHUB_API_URL: webAddress
    .optional()
    .describe("Address of GitHub's API; default https://api.github.com, or GITHUB_BASE_URL/api/v3."),
  AZURE_AD_CLIENT_ID: optional.describe("Application id at Microsoft Entra ID, for signing in with Microsoft."),
  AZURE_AD_CLIENT_SECRET: optional.describe("Secret that goes with AZURE_AD_CLIENT_ID."),
  AZURE_AD_TENANT_ID: text
    .default("common")
    .describe("Tenant whose people may sign in; common, organizations and consumers let in more than one."),
  AZURE_AD_BASE_URL: webAddress
    .default("https://login.microsoftonline.com")
    .describe("Address of Microsoft's sign-in."),
  REDIS_URL: address(/^rediss?$/, "redis://host:6379")
    .optional()
    .describe("Redis for rate limits across processes."),
  UPSTASH_REDIS_REST_URL: webAddress.optional().describe("Upstash Redis for rate limits across processes."),
  UPSTASH_REDIS_REST_TOKEN: optional.describe("Token that goes with UPSTASH_REDIS_REST_URL."),
  OPENAI_API_KEY: optional.describe(
    "Fixes by a language model of OpenAI or any compatible service; by rules alone without it.",
  ),
  OPENAI_BASE_URL: webAddress
    .optional()
    .describe("Address of a compatible service; default https://api.openai.com/v1."),
  OPENAI_MODEL: text.default("gpt-4.1-mini").describe("Model that suggests fixes, as its service calls it."),
  SCANNER_URL: webAddress.optional().describe("A scanner on another machine instead of the bundled one."),
  SCANNER_SECRET: optional.describe("Shared secret of app and scanner; needed with SCANNER_URL."),
  SCANNER_PORT: port.default(0).describe("Port of the bundled scanner on loopback; 0 takes a free one."),
  SCANNER_CALLBACK_URL: webAddress
    .optional()
    .describe(
      "Address at which the scanner reaches the app; default http://127.0.0.1:PORT, or BASE_URL with SCANNER_URL.",
    ),
  SCANNER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(4)
    .describe(
      "Audits the scanner works on at once, over all organisations; the others wait, and organisations take turns.",
    ),
  AUDITS_PER_ORGANISATION: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(2)
    .describe("Audits of one organisation that run at once; its others wait in order."),
  SCAN_PRIVATE_HOSTS: list.describe(
    "Private hosts or CIDR ranges that may be scanned, watched and told by webhooks, separated by commas.",
  ),
  UPTIME_CONTROL_HOSTS: list.describe(
    "Places that always answer, as host:port separated by commas. A website that can't be reached counts as down only while one of them can.",
  ),
  MONITORS_PER_ORGANISATION: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(1_000)
    .describe("Uptime monitors an organisation may have."),
  CHROMIUM_PATH: optional.describe("Browser to scan with; found by itself when unset."),
  REPORT_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_650)
    .default(30)
    .describe("Days after which report jobs, and the reports that callers brought their own data for, are removed."),
  REPORT_WARM_UP_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(15)
    .describe(
      "Seconds after the start at which the report renderer is loaded, which takes memory; with 0 the first report waits for it instead, about 2 seconds.",
    ),
  RUM_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(400)
    .default(30)
    .describe("Days after which single beacons of real users are forgotten; their days' figures stay for 13 months."),
  ENCRYPTION_KEYS: list
    .refine(
      (entries) => entries.every((entry) => /^[\w-]+:[A-Za-z0-9+/]{43}=$/.test(entry)),
      "Give each key as name:key, the key being 32 bytes in base64, as `openssl rand -base64 32` prints them.",
    )
    .describe(
      "Keys that encrypt tokens and secrets in the database, as name:key with 32 bytes in base64, separated by commas. The first encrypts, all decrypt; one is made on first start when unset.",
    ),
  API_KEY: optional.describe("Bearer key of the report and e-mail service; made on first start when unset."),
  JWT_PRIVATE_KEY: optional.describe(
    "RSA private key in PEM that signs access tokens; made on first start when unset.",
  ),
  NEXTAUTH_SECRET: optional.describe("Secret of next-auth's own cookies; made on first start when unset."),
});

type Parsed = z.output<typeof EnvSchema>;
type Addresses = "BASE_URL" | "REPORT_BASE_URL" | "SCANNER_CALLBACK_URL";
export type Env = Omit<Parsed, Addresses> & Record<Addresses, string>;

/** Of these one without the other is a mistake that would show only when somebody signs in. */
const pairs = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["AZURE_AD_CLIENT_ID", "AZURE_AD_CLIENT_SECRET"],
] as const;

const halves = (data: Parsed): string[] =>
  pairs
    .filter(([id, secret]) => !data[id] !== !data[secret])
    .map(([id, secret]) => `  ${id}, ${secret}: Set both or neither.`);

const refuse = (lines: readonly string[]): never => {
  throw new Error(`The configuration is wrong:\n${lines.join("\n")}\nSee docs/configuration.md.`);
};

const trim = (address: string): string => address.replace(/\/$/, "");

/** Reads variables; an empty one counts as unset. Throws one error that names every wrong variable. */
export const parseEnv = (source: Readonly<Record<string, string | undefined>>): Env => {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const result = EnvSchema.safeParse(given);
  if (!result.success) return refuse(result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`));
  const incomplete = halves(result.data);
  if (incomplete.length > 0) refuse(incomplete);
  const { BASE_URL, REPORT_BASE_URL, SCANNER_CALLBACK_URL, ...rest } = result.data;
  const base = trim(BASE_URL ?? `http://localhost:${rest.PORT}`);
  return {
    ...rest,
    BASE_URL: base,
    REPORT_BASE_URL: trim(REPORT_BASE_URL ?? `http://localhost:${rest.REPORT_PORT}`),
    SCANNER_CALLBACK_URL: trim(SCANNER_CALLBACK_URL ?? (rest.SCANNER_URL ? base : `http://127.0.0.1:${rest.PORT}`)),
  };
};

export const env: Env = parseEnv(process.env);
