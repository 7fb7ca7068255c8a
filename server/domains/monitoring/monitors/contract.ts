import { z } from "zod";
import { MonitorMethod, MonitorStatus as statuses } from "@/generated/prisma/enums";
import { Id, Moment, pageFields, Time } from "@/server/core/schema";
import { webAddress } from "@/server/core/web-address";

export const channels = ["mail", "chat", "webhook"] as const;

const Address = webAddress();
const Name = z.string().trim().min(1).max(200);
const Status = z.number().int().min(100).max(599);
const Keyword = z.string().min(1).max(500);

/** Default number of retries for a monitor. */
export const usualRetries = 2;

const fields = {
  method: z.enum(MonitorMethod),
  interval_seconds: z.number().int().min(20).max(86_400),
  timeout_ms: z.number().int().min(100).max(60_000),
  /** The accepted status, or a list of accepted ones. A redirect is followed unless its own status is accepted. */
  expected_status: z.union([Status, z.array(Status).min(1).max(20)]),
  /** Case-sensitive text that the page must contain; only with GET. */
  keyword: Keyword.nullable(),
  /** Number of retries, a few seconds apart, that must also fail before the monitor is marked down. */
  retries: z.number().int().min(0).max(10),
  /** Channels for notifications about incidents. */
  channels: z.array(z.enum(channels)).max(channels.length),
};

export const AddMonitor = z.strictObject({
  website_id: Id.nullable().optional(),
  name: Name.optional(),
  url: Address,
  method: fields.method.default("GET"),
  interval_seconds: fields.interval_seconds.default(60),
  timeout_ms: fields.timeout_ms.default(10_000),
  expected_status: fields.expected_status.default(200),
  keyword: fields.keyword.default(null),
  retries: fields.retries.default(usualRetries),
  channels: fields.channels.default(["mail"]),
});
export type AddMonitor = z.infer<typeof AddMonitor>;

/** Changes to a monitor. Omitted fields keep their values. */
export const ChangeMonitor = z.strictObject({
  id: Id,
  website_id: Id.nullable().optional(),
  name: Name.optional(),
  url: Address.optional(),
  method: fields.method.optional(),
  interval_seconds: fields.interval_seconds.optional(),
  timeout_ms: fields.timeout_ms.optional(),
  expected_status: fields.expected_status.optional(),
  keyword: fields.keyword.optional(),
  retries: fields.retries.optional(),
  channels: fields.channels.optional(),
  paused: z.boolean().optional(),
});
export type ChangeMonitor = z.infer<typeof ChangeMonitor>;

export const MonitorId = z.strictObject({ id: Id });
export type MonitorId = z.infer<typeof MonitorId>;

export const ListMonitors = z.strictObject({ ...pageFields, website_id: Id.optional() });
export type ListMonitors = z.infer<typeof ListMonitors>;

export const MonitorStatus = z.enum(statuses);

export const Monitor = z.object({
  id: Id,
  website_id: Id.nullable(),
  name: z.string(),
  url: z.string(),
  method: z.enum(MonitorMethod),
  interval_seconds: z.number().int(),
  timeout_ms: z.number().int(),
  expected_status: z.array(z.number().int()),
  keyword: z.string().nullable(),
  retries: z.number().int(),
  channels: z.array(z.enum(channels)),
  paused: z.boolean(),
  status: MonitorStatus.describe("pending until the first checks have finished."),
  in_maintenance: z
    .boolean()
    .describe("Whether a maintenance window is active, during which no notifications are sent."),
  failures_in_row: z.number().int(),
  last_checked_at: Time.nullable(),
  last_response_ms: z.number().int().nullable(),
  last_error: z.string().nullable(),
  certificate_expires_at: Time.nullable(),
  certificate_days_left: z.number().int().nullable(),
  uptime_24h: z
    .number()
    .nullable()
    .describe("Percentage of time without incidents in the last 24 hours; null until the first checks have finished."),
  uptime_30d: z.number().nullable(),
  created_at: Time,
  updated_at: Time,
});
export type Monitor = z.input<typeof Monitor>;

export const Removed = z.object({ id: Id });

export const ListOfMonitor = z.strictObject({ id: Id, ...pageFields });
export type ListOfMonitor = z.infer<typeof ListOfMonitor>;

export const MonitorCheck = z.object({
  id: Id,
  checked_at: Time,
  ok: z.boolean(),
  http_status: z.number().int().nullable(),
  response_ms: z.number().int().nullable(),
  error: z.string().nullable(),
});
export type MonitorCheck = z.input<typeof MonitorCheck>;

export const MonitorIncident = z.object({
  id: Id,
  started_at: Time,
  ended_at: Time.nullable(),
  downtime_seconds: z
    .number()
    .int()
    .describe("Duration of the incident in seconds; for an ongoing incident, the duration so far."),
  error: z.string(),
});
export type MonitorIncident = z.input<typeof MonitorIncident>;

/** How long hourly history is kept, in days. Periods of up to a week are shown by hour, longer ones by day. */
export const historyDays = 395;

export const ReadHistory = z.strictObject({
  id: Id,
  days: z.coerce.number<number>().int().min(1).max(historyDays).default(1),
});
export type ReadHistory = z.infer<typeof ReadHistory>;

export const MonitorHistory = z.object({
  unit: z.enum(["hour", "day"]),
  points: z.array(
    z.object({
      at: Time,
      checks: z.number().int(),
      failures: z.number().int(),
      average_ms: z
        .number()
        .nullable()
        .describe("Average response time of the checks that got a response, in milliseconds."),
      slowest_ms: z.number().int().nullable(),
    }),
  ),
});
export type MonitorHistory = z.input<typeof MonitorHistory>;

const windowFields = { starts_at: Moment, ends_at: Moment, reason: z.string().trim().min(1).max(500).nullable() };

/** Without a monitor, the maintenance window applies to the whole organisation. */
export const AddWindow = z.strictObject({
  monitor_id: Id.nullable().default(null),
  starts_at: windowFields.starts_at,
  ends_at: windowFields.ends_at,
  reason: windowFields.reason.default(null),
});
export type AddWindow = z.infer<typeof AddWindow>;

export const ChangeWindow = z.strictObject({
  id: Id,
  starts_at: windowFields.starts_at.optional(),
  ends_at: windowFields.ends_at.optional(),
  reason: windowFields.reason.optional(),
});
export type ChangeWindow = z.infer<typeof ChangeWindow>;

export const WindowId = z.strictObject({ id: Id });
export type WindowId = z.infer<typeof WindowId>;

export const ListWindows = z.strictObject({ ...pageFields, monitor_id: Id.optional() });
export type ListWindows = z.infer<typeof ListWindows>;

export const MaintenanceWindow = z.object({
  id: Id,
  monitor_id: Id.nullable(),
  monitor_name: z.string().nullable(),
  starts_at: Time,
  ends_at: Time,
  reason: z.string().nullable(),
  state: z.enum(["planned", "running", "over"]),
  created_at: Time,
});
export type MaintenanceWindow = z.input<typeof MaintenanceWindow>;
