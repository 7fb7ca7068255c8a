-- CreateTable
CREATE TABLE "report_owners" (
    "audit_id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "secret_hash" TEXT,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_owners_pkey" PRIMARY KEY ("audit_id")
);

-- CreateIndex
CREATE INDEX "report_owners_used_at_idx" ON "report_owners"("used_at");

-- Nobody holds a secret for the ids that are taken already: only the service key may write them again.
INSERT INTO "report_owners" ("audit_id", "owner", "used_at")
SELECT "audit_id", 'service-key', max("created_at") FROM "report_jobs" WHERE "org_id" IS NULL GROUP BY "audit_id";
