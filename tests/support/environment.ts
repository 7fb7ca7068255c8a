import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeSigningKey } from "./signing-key";

// Imported before any server code: server/core/env reads the environment once, when it is loaded.
const outside = [
  "API_KEY",
  "AZURE_AD_CLIENT_ID",
  "AZURE_AD_CLIENT_SECRET",
  "CHAT_WEBHOOK_URL",
  "DATABASE_URL",
  "GITHUB_ID",
  "GITHUB_SECRET",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "INNGEST_BASE_URL",
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
  "JWT_PRIVATE_KEY",
  "NEXTAUTH_SECRET",
  "OPENAI_API_KEY",
  "REDIS_URL",
  "RESEND_API_KEY",
  "S3_BUCKET",
  "SCANNER_URL",
  "SMTP_URL",
  "BILLING_FAILURE_URL",
  "BILLING_SUCCESS_URL",
  "STRIPE_AGENCY_COUPON_ID",
  "STRIPE_BASE_URL",
  "STRIPE_SECRET_KEY",
  "UPSTASH_REDIS_REST_URL",
];
for (const name of outside) delete process.env[name];

/** The folder for everything that a test process stores; deleted when the process exits. */
export const dataFolder = mkdtempSync(join(tmpdir(), "curbcut-test-"));
process.on("exit", () => rmSync(dataFolder, { recursive: true, force: true }));
storeSigningKey(dataFolder);

Object.assign(process.env, {
  DATA_DIR: dataFolder,
  BASE_URL: "http://localhost:8000",
  REPORT_BASE_URL: "http://localhost:8001",
  RESEND_WEBHOOK_SECRET: `whsec_${Buffer.from("known to tests alone").toString("base64")}`,
  STRIPE_WEBHOOK_SECRET: "whsec_known_to_tests_alone",
  // High enough that all tests in one process together stay below this limit.
  CHAT_MESSAGES_PER_HOUR: "10000",
  LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
});
