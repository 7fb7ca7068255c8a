import { resolve } from "node:path";
import { z } from "zod";

const text = z.string().trim().min(1);
const optional = text.optional();
const address = (schemes: RegExp, example: string) =>
  z.url({ protocol: schemes, error: `Must be a URL, such as ${example}.` });
const webAddress = address(/^https?$/, "https://audit.example.org");
const port = z.coerce.number().int().min(0).max(65_535);
const splitList = (value: string): string[] =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
const list = z.string().default("").transform(splitList);
const optionalList = z.string().transform(splitList).optional();

/** All environment variables that Curbcut reads. docs/configuration.md is generated from their descriptions. */
export const EnvSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development").describe("Set by the start command."),
  DATA_DIR: text
    .default(".data")
    .transform((path) => resolve(path))
    .describe("Folder for all data stored locally: database, files, outbox, secrets."),
  HOST: text.default("0.0.0.0").describe("IP address or host name to listen on, for both ports."),
  PORT: port.default(8000).describe("Port of the audit API and the web apps."),
  REPORT_PORT: port.default(8001).describe("Port of the report and email service."),
  BASE_URL: webAddress.optional().describe("Public URL of the app. Default: http://localhost:PORT."),
  REPORT_BASE_URL: webAddress
    .optional()
    .describe("Public URL of the report and email service. Default: http://localhost:REPORT_PORT."),
  HSTS: z
    .string()
    .trim()
    .default("max-age=31536000; includeSubDomains")
    .describe("Value of the Strict-Transport-Security header, sent if the public URL uses https; off for no header."),
  LANGUAGES: z
    .string()
    .default("en-GB")
    .transform(splitList)
    .describe(
      "Comma-separated languages of the web apps, each named after its folder in messages. The pseudo-languages en-XA and ar-XB show which messages aren't translated or don't fit.",
    ),
  LOG_LEVEL: z
    .enum(["silent", "error", "warn", "info", "debug", "trace"])
    .default("info")
    .describe("Minimum level of log entries."),
  TRUSTED_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe("Number of trusted proxies in front of Curbcut that set X-Forwarded-For."),
  DATABASE_URL: address(/^postgres(?:ql)?$/, "postgresql://user:password@host:5432/curbcut")
    .optional()
    .describe("URL of a PostgreSQL database (version 15 or later), used instead of the embedded database."),
  INNGEST_EVENT_KEY: optional.describe(
    "Inngest event key. If set, Inngest is used instead of the embedded job engine.",
  ),
  INNGEST_SIGNING_KEY: optional.describe("Inngest signing key. Set it together with INNGEST_EVENT_KEY."),
  INNGEST_BASE_URL: webAddress.optional().describe("URL of a self-hosted Inngest server."),
  JOB_PATIENCE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(300)
    .describe("Seconds without progress after which a job's event is sent to the job engine again."),
  S3_BUCKET: optional.describe("S3 bucket for reports and page results, used instead of local files."),
  S3_ENDPOINT: webAddress.optional().describe("URL of an S3-compatible service."),
  S3_REGION: text.default("us-east-1").describe("Region of the bucket."),
  S3_ACCESS_KEY_ID: optional.describe("Access key ID. Default: the standard AWS credential chain."),
  S3_SECRET_ACCESS_KEY: optional.describe("Secret access key for S3_ACCESS_KEY_ID."),
  S3_FORCE_PATH_STYLE: z
    .stringbool()
    .default(false)
    .describe("true to use path-style URLs, which most S3-compatible services require."),
  RESEND_API_KEY: optional.describe(
    "Resend API key. If neither this nor SMTP_URL is set, emails go to the email preview and aren't sent.",
  ),
  RESEND_BASE_URL: webAddress.optional().describe("URL of Resend's API, if not the default."),
  RESEND_WEBHOOK_SECRET: text
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, "Must be the webhook's signing secret, which starts with whsec_.")
    .optional()
    .describe("Signing secret of the Resend webhook that sends bounces and complaints to /api/v1/email/events."),
  SMTP_URL: address(/^smtps?$/, "smtp://user:password@host:587")
    .optional()
    .describe("URL of an SMTP server that sends emails, such as smtp://user:password@host:587."),
  MAIL_FROM_ADDRESS: text.default("Curbcut <curbcut@localhost>").describe("Default sender of emails."),
  SIGN_UP: z
    .enum(["open", "invited", "closed"])
    .default("open")
    .describe(
      "Who can create an account: anyone, invited people or nobody. If nobody can, only people who already have an account can accept invitations.",
    ),
  ANONYMOUS_REPORTS: z
    .stringbool()
    .default(true)
    .describe("Whether POST /api/v1/report accepts requests without an API key or session. Default: true."),
  ANONYMOUS_CHAT_TEST: z
    .stringbool()
    .default(true)
    .describe("Whether POST /api/v1/chat/test accepts requests without an API key or session. Default: true."),
  INVITATIONS_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(50)
    .describe("Maximum number of invitations sent in 24 hours, per organisation and per sender."),
  MAIL_FROM_DOMAINS: list.describe(
    "Comma-separated domains that callers can send emails from. Default: the domain of MAIL_FROM_ADDRESS.",
  ),
  SUPPORT_EMAIL: z
    .email()
    .optional()
    .describe(
      "Email address to contact after losing access to an account or finding a vulnerability; listed in /.well-known/security.txt.",
    ),
  CHAT_WEBHOOK_URL: webAddress
    .optional()
    .describe("URL of a Slack-compatible incoming webhook for team notifications."),
  CHAT_MESSAGES_PER_HOUR: z.coerce
    .number()
    .int()
    .min(2)
    .max(100_000)
    .default(100)
    .describe("Maximum number of messages posted to the chat channel in an hour. Further messages are posted later."),
  CHAT_MESSAGES_PER_DAY: z.coerce
    .number()
    .int()
    .min(2)
    .max(1_000_000)
    .default(1_000)
    .describe("Maximum number of messages posted to the chat channel in 24 hours. Further messages are posted later."),
  STRIPE_SECRET_KEY: optional.describe(
    "Stripe secret key, for payments and promotion codes. Without it, there are no plans or plan limits.",
  ),
  STRIPE_AGENCY_COUPON_ID: optional.describe("ID of the Stripe coupon for agency promotion codes."),
  STRIPE_BASE_URL: webAddress.optional().describe("URL of Stripe's API, if not the default."),
  STRIPE_WEBHOOK_SECRET: optional.describe(
    "Signing secret of the Stripe webhook that sends events to /api/payprov/webhook; starts with whsec_.",
  ),
  STRIPE_AUTOMATIC_TAX: z
    .stringbool()
    .default(true)
    .describe("Whether Stripe calculates tax at checkout. Requires Stripe Tax. Default: true."),
  BILLING_SUCCESS_URL: webAddress
    .optional()
    .describe(
      "URL to open after a completed checkout; {CHECKOUT_SESSION_ID} is replaced with the session ID. Default: the app's Plan and invoices page.",
    ),
  BILLING_FAILURE_URL: webAddress
    .optional()
    .describe("URL to open after an abandoned checkout. Default: the app's Plan and invoices page."),
  BILLING_TRIAL_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(730)
    .default(14)
    .describe("Length in days of the free trial on an organisation's first plan; 0 for no trial."),
  BILLING_GRACE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(14)
    .describe("Days that a plan stays active after a failed payment."),
  GOOGLE_CLIENT_ID: optional.describe("Google OAuth client ID, for signing in with Google and for search performance."),
  GOOGLE_CLIENT_SECRET: optional.describe("Client secret for GOOGLE_CLIENT_ID."),
  GOOGLE_BASE_URL: webAddress
    .default("https://accounts.google.com")
    .describe("URL of Google's sign-in and consent pages."),
  GOOGLE_OAUTH_URL: webAddress
    .default("https://oauth2.googleapis.com")
    .describe("URL of Google's token service, for search performance."),
  SEARCH_CONSOLE_URL: webAddress
    .default("https://searchconsole.googleapis.com")
    .describe("URL of the Google Search Console API."),
  GITHUB_ID: optional.describe("Client ID of a GitHub OAuth app, for signing in with GitHub."),
  GITHUB_SECRET: optional.describe("Client secret for GITHUB_ID."),
  GITHUB_BASE_URL: webAddress
    .default("https://github.com")
    .describe("URL of GitHub or of a GitHub Enterprise Server instance."),
  GITHUB_API_URL: webAddress
    .optional()
    .describe(
      "URL of GitHub's API. Default: https://api.github.com, or GITHUB_BASE_URL/api/v3 for GitHub Enterprise Server.",
    ),
  AZURE_AD_CLIENT_ID: optional.describe("Application ID in Microsoft Entra ID, for signing in with Microsoft."),
  AZURE_AD_CLIENT_SECRET: optional.describe("Client secret for AZURE_AD_CLIENT_ID."),
  AZURE_AD_TENANT_ID: text
    .default("common")
    .describe(
      "ID of the tenant whose users can sign in; common, organizations and consumers allow more than one tenant.",
    ),
  AZURE_AD_BASE_URL: webAddress
    .default("https://login.microsoftonline.com")
    .describe("URL of Microsoft's sign-in service."),
  REDIS_URL: address(/^rediss?$/, "redis://host:6379")
    .optional()
    .describe("URL of a Redis server that shares rate limits between processes."),
  UPSTASH_REDIS_REST_URL: webAddress
    .optional()
    .describe("REST URL of an Upstash Redis database that shares rate limits between processes."),
  UPSTASH_REDIS_REST_TOKEN: optional.describe("Token for UPSTASH_REDIS_REST_URL."),
  OPENAI_API_KEY: optional.describe(
    "API key for OpenAI or a compatible service, whose language model suggests fixes. Without it, suggested fixes are rule-based.",
  ),
  OPENAI_BASE_URL: webAddress
    .optional()
    .describe("URL of an OpenAI-compatible service. Default: https://api.openai.com/v1."),
  OPENAI_MODEL: text.default("gpt-4.1-mini").describe("Name of the language model that suggests fixes."),
  SCANNER_URL: webAddress
    .optional()
    .describe("URL of a scanner on another machine, used instead of the bundled scanner."),
  SCANNER_SECRET: optional.describe("Secret shared by the app and the scanner. Required with SCANNER_URL."),
  SCANNER_PORT: port.default(0).describe("Port of the bundled scanner on the loopback interface; 0 for any free port."),
  SCANNER_CALLBACK_URL: webAddress
    .optional()
    .describe(
      "URL that the scanner sends its callbacks to. Default: http://127.0.0.1:PORT, or BASE_URL if SCANNER_URL is set.",
    ),
  SCANNER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(4)
    .describe(
      "Maximum number of audits that the scanner runs at once, across all organisations. Other audits wait, and organisations take turns.",
    ),
  AUDITS_PER_ORGANISATION: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(2)
    .describe("Maximum number of audits that each organisation can run at once. Its other audits wait in a queue."),
  AUDIT_SLICE_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(86_400)
    .default(120)
    .describe(
      "Seconds that an audit keeps its slot while audits of equal priority from other owners are waiting. It then releases the slot and continues later. Choose a time longer than the slowest page takes to scan.",
    ),
  AUDIT_MINUTES: z.coerce
    .number()
    .min(0.1)
    .max(100_000)
    .default(60)
    .describe(
      "Maximum scan time of an audit, in minutes. An audit that needs longer ends as partial, with the pages scanned so far.",
    ),
  AUDIT_CPU_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(3_600)
    .describe("Seconds of CPU time that an audit and its browser can use before the audit ends as partial."),
  AUDIT_MEGABYTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(10_000)
    .describe("Megabytes that an audit can download before it ends as partial."),
  SCAN_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(200)
    .max(10_000_000)
    .optional()
    .describe(
      "Megabytes of memory that an audit's scanning process and browser can use together. If they use more, the page that uses the most memory is stopped. Default: a quarter of the available memory, but at least 1,000 and at most 4,000.",
    ),
  SCAN_PRIVATE_HOSTS: list.describe(
    "Comma-separated private hosts or CIDR ranges that scans, uptime checks and webhooks can connect to.",
  ),
  MONITOR_PRIVATE_HOSTS: optionalList.describe(
    "Private hosts or CIDR ranges that uptime monitors can check. Default: SCAN_PRIVATE_HOSTS.",
  ),
  WEBHOOK_PRIVATE_HOSTS: optionalList.describe(
    "Private hosts or CIDR ranges that webhooks can be sent to. If set, their responses are shown. If not set, SCAN_PRIVATE_HOSTS applies, and responses are hidden.",
  ),
  UPTIME_CONTROL_HOSTS: list.describe(
    "Reliable hosts, as comma-separated host:port pairs. An unreachable website counts as down only if one of these hosts can be reached.",
  ),
  MONITORS_PER_ORGANISATION: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(1_000)
    .describe("Maximum number of uptime monitors per organisation."),
  CHROMIUM_PATH: optional.describe("Path of the browser that scans pages. Default: detected automatically."),
  SCANNER_USER: z
    .string()
    .trim()
    .regex(/^(?:\d+:\d+|[A-Za-z_][\w.-]*\$?)$/, "Must be a username or uid:gid.")
    .default("nobody")
    .describe(
      "Username or uid:gid for the scanner's browser when Curbcut runs as root. Otherwise, the browser runs as the same user as Curbcut.",
    ),
  SCAN_AS_ROOT: z
    .stringbool()
    .default(false)
    .describe(
      "true to let the scanner's browser run as root without a sandbox if it can't run as SCANNER_USER. A page that exploits a vulnerability in the browser can then take control of the machine.",
    ),
  REPORT_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_650)
    .default(30)
    .describe("Days after which report jobs, and reports created from a caller's own data, are purged."),
  REPORT_WARM_UP_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(15)
    .describe(
      "Seconds to wait after startup before loading the report renderer into memory. If 0, it's loaded for the first report, which then takes about 2 seconds longer.",
    ),
  RUM_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(400)
    .default(30)
    .describe(
      "Days after which individual real-user monitoring (RUM) beacons are purged. Daily totals are kept for 13 months.",
    ),
  SCREENSHOT_MAX_HEIGHT: z.coerce
    .number()
    .int()
    .refine((height) => height === 0 || (height >= 100 && height <= 16_000), "Must be 0, or from 100 to 16000.")
    .default(6_000)
    .describe("Maximum height of page screenshots, in CSS pixels; 0 for no screenshots."),
  SCREENSHOT_MAX_KB: z.coerce
    .number()
    .int()
    .min(10)
    .max(2_000)
    .default(300)
    .describe(
      "Maximum size of a screenshot, in kilobytes. Larger screenshots aren't stored. Most screenshots are smaller than 100 kB.",
    ),
  SCREENSHOTS_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_650)
    .default(180)
    .describe(
      "Days after which a screenshot is purged, unless a later audit finds that the page still looks the same.",
    ),
  SESSION_MAX_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(90)
    .describe("Days after which people must sign in again. Inactive sessions expire after 30 days."),
  UNVERIFIED_ACCOUNTS_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(2)
    .max(3_650)
    .default(14)
    .describe("Days after which accounts with an unverified email address are deleted."),
  WRONG_GUESSES_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(30)
    .max(1_000_000)
    .default(300)
    .describe(
      "Maximum number of wrong passwords and codes per minute, across all accounts. Further attempts must wait, except those from a browser or IP address previously used with the account. While more wrong link tokens than this arrive per minute, fewer are allowed from each IP address.",
    ),
  SECURITY_LOG_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(7)
    .max(3_650)
    .default(90)
    .describe("Days after which sign-ins and other security events are purged from the database."),
  RUM_BEACONS_PER_DAY: z.coerce
    .number()
    .int()
    .min(100)
    .max(1_000_000_000)
    .default(100_000)
    .describe(
      "Number of real-user monitoring (RUM) beacons per website and UTC day after which only a sample is stored. At most five times this number are stored per website and day.",
    ),
  ENCRYPTION_KEYS: list
    .refine(
      (entries) => entries.every((entry) => /^[\w-]+:[A-Za-z0-9+/]{43}=$/.test(entry)),
      "Each entry must be name:key, where key is 32 bytes in base64. Generate a key with `openssl rand -base64 32`.",
    )
    .describe(
      "Comma-separated keys that encrypt tokens and secrets in the database. Each is name:key, where key is 32 bytes in base64. The first key encrypts; all keys decrypt. Default: a key created on the first start.",
    ),
  API_KEY: list
    .refine(
      (keys) => keys.length <= 2 && keys.every((key) => key.length >= 16),
      "Must be one key of at least 16 characters, or two separated by a comma. Generate one with `openssl rand -hex 32`.",
    )
    .describe(
      "API key of the report and email service, at least 16 characters. To replace it without interruption, set two keys separated by a comma; both work. Default: a key created on the first start.",
    ),
  JWT_PRIVATE_KEY: optional.describe(
    "RSA private key in PEM format that signs access tokens. Default: a key created on the first start.",
  ),
  NEXTAUTH_SECRET: optional.describe(
    "Secret for next-auth's own cookies. Default: a secret created on the first start.",
  ),
});

type Parsed = z.output<typeof EnvSchema>;
type Addresses = "BASE_URL" | "REPORT_BASE_URL" | "SCANNER_CALLBACK_URL";
export type Env = Omit<Parsed, Addresses> & Record<Addresses, string>;

/**
 * Variables that work only in pairs. Without this check, a missing variable would go unnoticed until someone tried to
 * sign in.
 */
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
  throw new Error(`Invalid configuration:\n${lines.join("\n")}\nSee docs/configuration.md.`);
};

const trim = (address: string): string => address.replace(/\/$/, "");

/**
 * Parses the environment and treats empty variables as unset. Throws a single error that names all invalid variables.
 */
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
