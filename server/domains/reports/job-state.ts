import { Prisma, type ReportJob } from "@/generated/prisma/client";
import { getUnscopedDb } from "@/server/adapters/database";
import { notFound } from "@/server/core/errors";
import type { JobStatus } from "./contract";

/**
 * The beginning of a job's error if the PDF exists but couldn't be emailed. This text is documented, and it is used to
 * recognise such jobs in the database.
 */
const reportMade = "The report was made";

/** Job states before a PDF is stored. */
export const unmade: readonly JobStatus[] = ["queued", "generating"];

export const readJob = async (jobId: string): Promise<ReportJob> => {
  const db = await getUnscopedDb();
  const job = await db.reportJob.findUnique({ where: { id: jobId } });
  if (!job) throw notFound("report job", jobId);
  return job;
};

export const isUnmade = ({ status }: Pick<ReportJob, "status">): boolean => unmade.includes(status);

/** Moves a job from one of the states in `from` to another state. Returns false if it wasn't in any of them. */
export const moveJob = async (jobId: string, from: readonly JobStatus[], to: JobStatus): Promise<boolean> => {
  const db = await getUnscopedDb();
  const { count } = await db.reportJob.updateMany({
    where: { id: jobId, status: { in: [...from] } },
    data: { status: to, error: null },
  });
  return count === 1;
};

/** Returns the update that settles a job, with or without a PDF, and deletes the data that the job was queued with. */
export const settled = (status: JobStatus, error: string | null = null) => ({
  status,
  error,
  data: Prisma.DbNull,
});

export const emailErrorText = (reason: string): string => `${reportMade}, but couldn't be emailed: ${reason}`;

/**
 * Reports whether a later job for the same audit has stored its PDF. The job queued last owns the object, even if
 * another job finishes later.
 */
export const isOvertaken = async ({ id, audit_id }: ReportJob): Promise<boolean> => {
  const db = await getUnscopedDb();
  const later = await db.reportJob.findFirst({
    where: {
      audit_id,
      id: { gt: id },
      OR: [
        { status: { in: ["generated", "emailing", "emailed"] satisfies JobStatus[] } },
        { status: "failed" satisfies JobStatus, error: { startsWith: reportMade } },
      ],
    },
    select: { id: true },
  });
  return later !== null;
};
