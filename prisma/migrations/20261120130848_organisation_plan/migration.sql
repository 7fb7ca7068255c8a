-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "plan" TEXT NOT NULL DEFAULT 'free';

-- CreateIndex
CREATE INDEX "website_audits_org_id_started_at_idx" ON "website_audits"("org_id", "started_at");

-- Until now every audit left the queue at once.
UPDATE "website_audits" SET "started_at" = "created_at" WHERE "status" <> 'in_progress' OR "asks" > 0;
