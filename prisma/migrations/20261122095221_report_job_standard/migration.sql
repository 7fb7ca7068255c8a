-- AlterTable
ALTER TABLE "report_jobs" ADD COLUMN     "standard" TEXT;
