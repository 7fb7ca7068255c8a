import { getDatabase } from "@/server/adapters/database";
import { Prisma, type ReportJob } from "@/server/adapters/database/generated/client";
import { notFound } from "@/server/core/errors";
import type { JobStatus } from "./contract";

/** Begins the error of a job whose PDF is there although its mail is not. */
const notMailed = "The report was made, but could not be mailed";

/** Until then nothing has been stored. */
export const unmade: readonly JobStatus[] = ["queued", "generating"];

export const readJob = async (jobId: string): Promise<ReportJob> => {
  const { prisma } = await getDatabase();
  const job = await prisma.reportJob.findUnique({ where: { id: jobId } });
  if (!job) throw notFound("report job", jobId);
  return job;
};

export const isUnmade = ({ status }: Pick<ReportJob, "status">): boolean => unmade.includes(status as JobStatus);

/** Moves a job on, unless it has left these states already. Answers whether it was there. */
export const moveJob = async (jobId: string, from: readonly JobStatus[], to: JobStatus): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const { count } = await prisma.reportJob.updateMany({
    where: { id: jobId, status: { in: [...from] } },
    data: { status: to, error: null },
  });
  return count === 1;
};

/** What a job becomes once it has its PDF, or never will: the data it was made of is dropped. */
export const settled = (status: JobStatus, error: string | null = null) => ({
  status,
  error,
  data: Prisma.DbNull,
});

export const mailProblem = (reason: string): string => `${notMailed}: ${reason}`;

/** Two jobs may name the same audit: the one queued last has the object, whichever is made last. */
export const isOvertaken = async ({ id, audit_id }: ReportJob): Promise<boolean> => {
  const { prisma } = await getDatabase();
  const later = await prisma.reportJob.findFirst({
    where: {
      audit_id,
      id: { gt: id },
      OR: [
        { status: { in: ["generated", "emailing", "emailed"] satisfies JobStatus[] } },
        { status: "failed" satisfies JobStatus, error: { startsWith: notMailed } },
      ],
    },
    select: { id: true },
  });
  return later !== null;
};
