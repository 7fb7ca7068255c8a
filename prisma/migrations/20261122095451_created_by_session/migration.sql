-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "created_by_session" UUID;

-- AlterTable
ALTER TABLE "linked_identities" ADD COLUMN     "created_by_session" UUID;

-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "created_by_session" UUID;

-- AlterTable
ALTER TABLE "report_jobs" ADD COLUMN     "created_by_session" UUID;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "created_by_session" UUID;

-- CreateIndex
CREATE INDEX "report_jobs_created_by_session_idx" ON "report_jobs"("created_by_session");
