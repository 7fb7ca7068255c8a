import { randomInt, randomUUID } from "node:crypto";
import type { ReportData, ReportVariant } from "@/server/domains/reports/report-data";
import type { RunningApp } from "./running-app";

/** Makes the app trust one proxy, so that a test can call from as many IP addresses as it needs. */
export const behindProxy = { TRUSTED_PROXY_HOPS: "1" };

export const anyAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

interface Wanted {
  data: ReportData;
  variant?: ReportVariant;
  email?: string;
}

export interface Queued {
  jobId: string;
  auditId: string;
  email: string;
}

/** Requests a report from the report service as a visitor, from a new IP address each time. */
export const queueReport = async (
  { reportUrl }: RunningApp,
  { data, variant = "report", email = `${randomUUID()}@example.org` }: Wanted,
): Promise<Queued> => {
  const auditId = `audit-${randomUUID()}`;
  const reply = await fetch(`${reportUrl}/api/v1/report`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": anyAddress() },
    body: JSON.stringify({ id: auditId, variant, email, url: "https://shop.example.org/", data }),
  });
  const body = (await reply.json()) as { data: { jobId: string } };
  if (reply.status !== 202) throw new Error(JSON.stringify(body));
  return { jobId: body.data.jobId, auditId, email };
};

export const stateOf = async ({ reportUrl }: RunningApp, { jobId }: Queued): Promise<string> => {
  const reply = await fetch(`${reportUrl}/api/v1/report/${jobId}`, { headers: { "x-forwarded-for": anyAddress() } });
  const { data } = (await reply.json()) as { data: { status: string } | null };
  return data?.status ?? String(reply.status);
};
