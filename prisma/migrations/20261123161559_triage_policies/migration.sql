-- AlterTable
ALTER TABLE "issues" ADD COLUMN     "component" TEXT,
ADD COLUMN     "policy_id" UUID,
ADD COLUMN     "triage_expires_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "triage_policies" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "rule_id" TEXT,
    "component" TEXT,
    "page_url" TEXT,
    "status" "issue_status" NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "triage_policies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "triage_policies_website_id_id_idx" ON "triage_policies"("website_id", "id");

-- CreateIndex
CREATE INDEX "triage_policies_org_id_id_idx" ON "triage_policies"("org_id", "id");

-- CreateIndex
CREATE INDEX "triage_policies_expires_at_idx" ON "triage_policies"("expires_at");

-- CreateIndex
CREATE INDEX "issues_policy_id_idx" ON "issues"("policy_id");

-- CreateIndex
CREATE INDEX "issues_triage_expires_at_idx" ON "issues"("triage_expires_at");

-- AddForeignKey
ALTER TABLE "issues" ADD CONSTRAINT "issues_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "triage_policies"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "triage_policies" ADD CONSTRAINT "triage_policies_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The component of each issue is that of its finding when it was last seen.
UPDATE "issues" i SET "component" = n."component"
FROM "violation_nodes" n
WHERE n."audit_id" = i."last_seen_audit_id" AND n."fingerprint" = i."fingerprint" AND n."component" IS NOT NULL;
