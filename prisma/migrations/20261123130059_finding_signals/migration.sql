-- AlterTable
ALTER TABLE "issues" ADD COLUMN     "first_failed_audit_id" UUID,
ADD COLUMN     "signals" JSONB,
ADD COLUMN     "signals_hash" TEXT;

-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "known_as" TEXT;

-- AlterTable
ALTER TABLE "violation_nodes" ADD COLUMN     "signals" JSONB,
ADD COLUMN     "signals_hash" TEXT;

-- CreateIndex
CREATE INDEX "issues_website_id_signals_hash_idx" ON "issues"("website_id", "signals_hash");

-- Until now, only failing elements had an issue.
UPDATE "issues" SET "first_failed_audit_id" = "first_seen_audit_id";
