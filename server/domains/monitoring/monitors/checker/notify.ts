import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueWebhook } from "@/server/domains/integrations/webhooks";
import { notifyChat, queueEmail } from "@/server/domains/messaging/delivery";

export interface NotifiedMonitor {
  id: string;
  org_id: string;
  website_id: string | null;
  name: string;
  url: string;
  channels: readonly string[];
}

export interface NotifiedIncident {
  id: string;
  started_at: Date;
  ended_at: Date | null;
  error: string;
}

interface Person {
  user_id: string;
  email: string;
}

/** The recipients of an organisation's emails, read once per transaction. */
export class Recipients {
  private readonly known = new Map<string, Promise<Person[]>>();

  constructor(private readonly db: SystemCtx["db"]) {}

  of(org_id: string): Promise<Person[]> {
    const known = this.known.get(org_id) ?? this.read(org_id);
    this.known.set(org_id, known);
    return known;
  }

  private async read(org_id: string): Promise<Person[]> {
    const members = await this.db.membership.findMany({
      where: { org_id, disabled_at: null, role: { in: ["owner", "admin"] } },
      orderBy: { created_at: "asc" },
      select: { user_id: true, user: { select: { email: true } } },
    });
    return members.map(({ user_id, user }) => ({ user_id, email: user.email }));
  }
}

const downtimeOf = ({ started_at, ended_at }: NotifiedIncident): number =>
  Math.max(0, Math.round(((ended_at ?? started_at).getTime() - started_at.getTime()) / 1_000));

const label = ({ name, url }: NotifiedMonitor): string => (name === new URL(url).host ? url : `${name} (${url})`);

/** Notifies people of an incident: once when the monitor is marked down and once when it is up again. */
export const notifyIncident = async (
  ctx: SystemCtx,
  recipients: Recipients,
  monitor: NotifiedMonitor,
  incident: NotifiedIncident,
): Promise<void> => {
  const { id, url, channels, org_id } = monitor;
  const monitor_url = `${env.BASE_URL}/service/monitors/${id}`;
  const ended = incident.ended_at !== null;
  const downtime = downtimeOf(incident);
  const since = incident.started_at.toISOString();
  const message = ended
    ? ({ template: "uptime-recovered", data: { url, downtime, monitor_url } } as const)
    : ({ template: "uptime-down", data: { url, since, error: incident.error, monitor_url } } as const);
  if (channels.includes("mail"))
    for (const { user_id, email } of await recipients.of(org_id))
      await queueEmail(ctx, { to: email, ...message, idempotencyKey: `${message.template}/${incident.id}/${user_id}` });
  if (channels.includes("chat"))
    notifyChat(
      ctx,
      ended ? `Recovered: ${label(monitor)}. Downtime: ${downtime} s` : `Down: ${label(monitor)}. ${incident.error}`,
    );
  if (!channels.includes("webhook")) return;
  await queueWebhook(ctx, {
    org_id,
    type: ended ? "monitor.recovered" : "monitor.down",
    data: {
      incident_id: incident.id,
      monitor_id: monitor.id,
      website_id: monitor.website_id,
      name: monitor.name,
      url,
      started_at: since,
      error: incident.error,
      ...(ended ? { ended_at: incident.ended_at?.toISOString(), downtime_seconds: downtime } : {}),
    },
    key: incident.id,
  });
};

interface Expiry {
  expires_at: Date;
  days: number;
  /** The warning threshold reached, in days. */
  step: number;
}

/** Warns about a certificate, with one email for all monitors on the same host. */
export const notifyCertificate = async (
  ctx: SystemCtx,
  recipients: Recipients,
  { org_id, url, channels }: NotifiedMonitor,
  { expires_at, days, step }: Expiry,
): Promise<void> => {
  const { host } = new URL(url);
  if (channels.includes("mail"))
    for (const { user_id, email } of await recipients.of(org_id))
      await queueEmail(ctx, {
        to: email,
        template: "certificate-expiring",
        data: { host, days },
        idempotencyKey: `certificate/${org_id}/${host}/${expires_at.toISOString()}/${step}/${user_id}`,
      });
  if (channels.includes("chat"))
    notifyChat(
      ctx,
      `The TLS certificate for ${host} ${days < 0 ? "has expired" : `expires in ${days === 1 ? "1 day" : `${days} days`}`}`,
    );
};
