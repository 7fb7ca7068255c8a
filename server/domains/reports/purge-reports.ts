import type { ReportJob } from "@/generated/prisma/client";
import { getUnscopedDb } from "@/server/adapters/database";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { emailedReportKey } from "@/server/core/report-key";
import { purgeReportOwners } from "./report-owner";

const batchSize = 50;
const dayMs = 86_400_000;

type OldJob = Pick<ReportJob, "id" | "audit_id" | "org_id">;

/**
 * Reports whether a report can be deleted. The report of an audit on this platform is kept until the audit is deleted.
 * If a newer job for the same audit id has replaced the PDF, the PDF belongs to that job and is kept.
 */
const mayRemoveReport = async (db: Db, { audit_id, org_id }: OldJob, before: Date): Promise<boolean> => {
  if (org_id !== null) return false;
  const kept = await db.reportJob.findFirst({
    where: { audit_id, OR: [{ created_at: { gte: before } }, { org_id: { not: null } }] },
    select: { id: true },
  });
  return kept === null;
};

/**
 * Purges a batch of report jobs older than REPORT_KEPT_DAYS, with their emailed PDFs and the PDFs of reports based on
 * data that callers sent. Deletes the rows last, so that the next run can finish a purge that was interrupted. Returns
 * whether there may be more.
 */
export const purgeReports = async (now = new Date()): Promise<boolean> => {
  const db = await getUnscopedDb();
  const before = new Date(now.getTime() - env.REPORT_KEPT_DAYS * dayMs);
  const jobs = await db.reportJob.findMany({
    where: { created_at: { lt: before } },
    orderBy: { created_at: "asc" },
    take: batchSize,
    select: { id: true, audit_id: true, org_id: true },
  });
  const store = getStore();
  for (const job of jobs) {
    await store.remove(emailedReportKey(job.id));
    if (await mayRemoveReport(db, job, before)) await store.remove(job.audit_id);
  }
  await db.reportJob.deleteMany({ where: { id: { in: jobs.map(({ id }) => id) } } });
  const moreOwners = await purgeReportOwners(db, now);
  return jobs.length === batchSize || moreOwners;
};
