import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { purposes, seal } from "@/server/core/sealed";
import { makeAccount, uniqueEmail } from "./accounts";

export type ForeignIds = Readonly<Record<string, string>>;

const noPage = { device: "desktop", started_at: new Date(), duration_ms: 1 };

/**
 * Creates one object of every kind in an organisation. Returns their ids, keyed by the names that endpoints use in
 * their input.
 */
export const makeForeignIds = async (org_id: string): Promise<ForeignIds> => {
  const { prisma } = await getDatabase();
  const url = "https://example.org/";
  const website = await prisma.website.create({ data: { id: newId(), org_id, url, name: "example.org" } });
  const audit = await prisma.websiteAudit.create({
    data: { id: newId(), org_id, website_id: website.id, status: "completed", phase: "saving", options: {} },
  });
  const page = await prisma.scanAudit.create({
    data: { id: newId(), audit_id: audit.id, url, final_url: url, ...noPage },
  });
  const finding = await prisma.violationNode.create({
    data: {
      ...{ id: newId(), audit_id: audit.id, page_id: page.id, rule_id: "reflow", outcome: "violation" },
      ...{ selector: "html", html: "<html>", message: "", related: [], fingerprint: newId() },
    },
  });
  const document = await prisma.auditDocument.create({
    data: { id: newId(), audit_id: audit.id, url: `${url}report.pdf` },
  });
  const origins = ["https://example.org"];
  const rum = await prisma.rumSite.create({
    data: { website_id: website.id, org_id, site_key: `rum_${newId()}`, origins },
  });
  const user = await makeAccount({ org_id, role: "member" });
  const invite = await prisma.invitation.create({
    data: {
      id: newId(),
      org_id,
      email: uniqueEmail(),
      role: "viewer",
      token_hash: newId(),
      invited_by: user.id,
      expires_at: new Date(Date.now() + 60_000),
    },
  });
  const seen = new Date();
  const issue = await prisma.issue.create({
    data: {
      id: newId(),
      org_id,
      website_id: website.id,
      fingerprint: newId(),
      rule_id: "image-alt",
      page_url: url,
      selector: "img",
      first_seen_audit_id: audit.id,
      last_seen_audit_id: audit.id,
      first_seen_at: seen,
      last_seen_at: seen,
    },
  });
  const policy = await prisma.triagePolicy.create({
    data: { id: newId(), org_id, website_id: website.id, rule_id: "image-alt", status: "ignored", reason: "Later" },
  });
  const journey = await prisma.websiteJourney.create({
    data: { id: newId(), org_id, website_id: website.id, name: "Search", steps: [{ action: "scan", name: "results" }] },
  });
  const schedule = await prisma.schedule.create({
    data: { id: newId(), org_id, website_id: website.id, frequency: "daily", time_zone: "UTC" },
  });
  const webhookId = newId();
  const secret = await seal(`whsec_${Buffer.alloc(32).toString("base64")}`, purposes.webhookSecret(webhookId));
  const webhook = await prisma.webhookEndpoint.create({
    data: { id: webhookId, org_id, url: "https://webhooks.invalid/", secret, events: [] },
  });
  const payload = { type: "scan.started", timestamp: new Date().toISOString(), data: {} };
  const delivery = await prisma.webhookDelivery.create({
    data: { id: newId(), endpoint_id: webhook.id, event_id: newId(), type: "scan.started", payload },
  });
  const monitor = await prisma.uptimeMonitorSettings.create({
    data: {
      ...{ id: newId(), org_id, url, name: "example.org", method: "GET", interval_seconds: 60, timeout_ms: 10_000 },
      ...{ expected_status: [200], retries: 2, channels: [], next_check_at: new Date(Date.now() + 3_600_000) },
    },
  });
  const window = await prisma.maintenanceWindow.create({
    data: { id: newId(), org_id, monitor_id: monitor.id, starts_at: seen, ends_at: seen },
  });
  return {
    organisation_id: org_id,
    website_id: website.id,
    site_key: rum.site_key,
    audit_id: audit.id,
    page_id: page.id,
    finding_id: finding.id,
    document_id: document.id,
    number: "1",
    issue_id: issue.id,
    policy_id: policy.id,
    journey_id: journey.id,
    user_id: user.id,
    actor_id: user.id,
    invite_id: invite.id,
    webhook_id: webhook.id,
    delivery_id: delivery.id,
    schedule_id: schedule.id,
    monitor_id: monitor.id,
    window_id: window.id,
  };
};

/** The key of the id that `{id}` stands for, by the first segment of the path after `/api`. */
const nounOf: Readonly<Record<string, string>> = {
  websites: "website_id",
  "website-audit": "audit_id",
  organisations: "organisation_id",
  issues: "issue_id",
  "triage-policies": "policy_id",
  journeys: "journey_id",
  rum: "website_id",
  webhooks: "webhook_id",
  schedules: "schedule_id",
  monitors: "monitor_id",
  "maintenance-windows": "window_id",
};

/** Returns the key of the id that a path parameter stands for; undefined if the path has no entry above. */
export const keyOfParam = (path: string, param: string): string | undefined =>
  param === "id" ? nounOf[path.split("/")[2] ?? ""] : param;
