import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { emails } from "@/emails";
import type { RunningApp } from "../../support/app/running-app";
import { findInEmail } from "./walk-account";

/** Returns the API key. The app creates it the first time it has to check a key. */
const serviceKeyOf = async (app: RunningApp): Promise<string> => {
  await fetch(`${app.reportUrl}/api/v1/templates`, { headers: { authorization: "Bearer wrong" } });
  return readFileSync(join(app.dataDir, "secrets/api-key"), "utf8");
};

/** Sends a weekly digest to this email address, and returns the path of its unsubscribe link. */
export const digestTo = async (app: RunningApp, to: string): Promise<string> => {
  const key = await serviceKeyOf(app);
  const { sample } = emails["weekly-digest"];
  const reply = await fetch(`${app.reportUrl}/api/v1/email`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ to, subject: "Your week", template: "weekly-digest", data: sample }),
  });
  expect(reply.status).toBe(202);
  return findInEmail(app, to, /\/unsubscribe\?token=[\w.-]+/);
};
