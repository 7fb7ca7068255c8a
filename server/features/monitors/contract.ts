import { z } from "zod";
import { Id, Moment, pageFields, Time } from "@/server/core/schema";

export const channels = ["mail", "chat", "webhook"] as const;

const Address = z.url({ protocol: /^https?$/, error: "Give a web address such as https://example.org." }).max(2_000);
const Name = z.string().trim().min(1).max(200);
const Status = z.number().int().min(100).max(599);
const Keyword = z.string().min(1).max(500);

const fields = {
  method: z.enum(["GET", "HEAD"]),
  interval_seconds: z.number().int().min(20).max(86_400),
  timeout_ms: z.number().int().min(100).max(60_000),
  /** One status, or all that are fine. A redirect is followed unless its own status is among them. */
  expected_status: z.union([Status, z.array(Status).min(1).max(20)]),
  /** Text that the page has to contain, upper and lower case told apart; only with GET. */
  keyword: Keyword.nullable(),
  /** Failed checks after the first before it counts as down; they follow within seconds. */
  retries: z.number().int().min(0).max(10),
  /** Where incidents are told. */
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
  retries: fields.retries.default(2),
  channels: fields.channels.default(["mail"]),
});
export type AddMonitor = z.infer<typeof AddMonitor>;

/** What is left out stays. */
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

export const MonitorStatus = z.enum(["pending", "up", "down"]);

export const Monitor = z.object({
  id: Id,
  website_id: Id.nullable(),
  name: z.string(),
  url: z.string(),
  method: z.enum(["GET", "HEAD"]),
  interval_seconds: z.number().int(),
  timeout_ms: z.number().int(),
  expected_status: z.array(z.number().int()),
  keyword: z.string().nullable(),
  retries: z.number().int(),
  channels: z.array(z.enum(channels)),
  paused: z.boolean(),
  status: MonitorStatus.describe("pending until its first checks say which."),
  in_maintenance: z.boolean().describe("Nobody is told at this moment."),
  failures_in_row: z.number().int(),
  last_checked_at: Time.nullable(),
  last_response_ms: z.number().int().nullable(),
  last_error: z.string().nullable(),
  certificate_expires_at: Time.nullable(),
  certificate_days_left: z.number().int().nullable(),
  uptime_24h: z
    .number()
    .nullable()
    .describe("Percent of the last 24 hours without an incident; null before it was up or down."),
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
  downtime_seconds: z.number().int().describe("Until now while it lasts."),
  error: z.string(),
});
export type MonitorIncident = z.input<typeof MonitorIncident>;

/** Kept by the hour for so many days; a week and less is shown by the hour, more by the day. */
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
      average_ms: z.number().nullable().describe("Over the checks that were answered."),
      slowest_ms: z.number().int().nullable(),
    }),
  ),
});
export type MonitorHistory = z.input<typeof MonitorHistory>;

const windowFields = { starts_at: Moment, ends_at: Moment, reason: z.string().trim().min(1).max(500).nullable() };

/** Without a monitor it counts for all of the organisation. */
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
