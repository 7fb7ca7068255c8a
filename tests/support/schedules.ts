import type { ScheduleRun } from "@/generated/prisma/client";
import { getDatabase } from "@/server/adapters/database";
import { concludeRun, startDueSchedules } from "@/server/domains/audits/schedules";
import type { RestClient } from "./rest-client";
import { uniqueSite } from "./scans";

export interface TestSchedule {
  id: string;
  website_id: string;
  url: string;
}

/** Creates a schedule for a new website over REST and makes it due at `due`. */
export const scheduleDue = async (
  client: RestClient,
  due: Date,
  given: Record<string, unknown> = {},
): Promise<TestSchedule> => {
  const url = uniqueSite();
  const website = await client.post("/api/websites/", { url });
  const input = { website_id: website.data.id, frequency: "cron", cron: "0 * * * *", time_zone: "UTC", ...given };
  const { status, data, body } = await client.post("/api/schedules/", input);
  if (status !== 201) throw new Error(`The schedule was not added: ${JSON.stringify(body)}`);
  await makeDue(data.id, due);
  return { id: data.id, website_id: website.data.id, url };
};

export const makeDue = async (id: string, due: Date): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.schedule.update({ where: { id }, data: { next_run_at: due } });
};

/** Returns the runs of a schedule, earliest due time first. */
export const runsOf = async ({ id }: { id: string }): Promise<ScheduleRun[]> => {
  const { prisma } = await getDatabase();
  return prisma.scheduleRun.findMany({ where: { schedule_id: id }, orderBy: { due_at: "asc" } });
};

export const outcomesOf = async (schedule: { id: string }): Promise<string[]> =>
  (await runsOf(schedule)).map(({ due_at, outcome }) => `${due_at.toISOString().slice(11, 16)} ${outcome}`);

/** Runs a schedule that is due and returns the id of the audit it started. */
export const runOnce = async (schedule: { id: string }, now: Date): Promise<string> => {
  await startDueSchedules(now);
  const run = (await runsOf(schedule)).at(-1);
  if (!run?.audit_id) throw new Error(`No audit was started: ${run?.outcome} ${run?.reason}`);
  return run.audit_id;
};

/** Does the work that follows the end of an audit. Does it twice, because a job may be repeated. */
export const conclude = async (audit_id: string): Promise<void> => {
  for (const _ of [1, 2]) await concludeRun(audit_id);
};
