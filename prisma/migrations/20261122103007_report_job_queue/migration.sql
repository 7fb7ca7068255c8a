-- AlterTable
ALTER TABLE "report_jobs" ADD COLUMN     "caller" TEXT,
ADD COLUMN     "error_code" TEXT;

-- CreateIndex
CREATE INDEX "report_jobs_caller_status_idx" ON "report_jobs"("caller", "status");
