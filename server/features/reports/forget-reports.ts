import { getDatabase } from "@/server/adapters/database";
import type { PrismaClient, ReportJob } from "@/server/adapters/database/generated/client";
import { getStore } from "@/server/adapters/store";
import { env } from "@/server/core/env";
import { enclosureOf } from "./report-keys";

const batchSize = 50;
const dayMs = 86_400_000;

type OldJob = Pick<ReportJob, "id" | "audit_id" | "org_id">;

/** A report of our own audit lives as long as the audit; a younger job under the same id has put its PDF there. */
const mayRemoveReport = async (prisma: PrismaClient, { audit_id, org_id }: OldJob, before: Date): Promise<boolean> => {
  if (org_id !== null) return false;
  const kept = await prisma.reportJob.findFirst({
    where: { audit_id, OR: [{ created_at: { gte: before } }, { org_id: { not: null } }] },
    select: { id: true },
  });
  return kept === null;
};

/**
 * Removes a batch of report jobs that are older than REPORT_KEPT_DAYS, with the PDFs of those that brought their own
 * data. The row goes last, so that a removal cut off is made up for. Answers whether there may be more.
 */
export const forgetReports = async (now = new Date()): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const before = new Date(now.getTime() - env.REPORT_KEPT_DAYS * dayMs);
  const jobs = await prisma.reportJob.findMany({
    where: { created_at: { lt: before } },
    orderBy: { created_at: "asc" },
    take: batchSize,
    select: { id: true, audit_id: true, org_id: true },
  });
  const store = getStore();
  for (const job of jobs) {
    await store.remove(enclosureOf(job.id));
    if (await mayRemoveReport(prisma, job, before)) await store.remove(job.audit_id);
  }
  await prisma.reportJob.deleteMany({ where: { id: { in: jobs.map(({ id }) => id) } } });
  return jobs.length === batchSize;
};
