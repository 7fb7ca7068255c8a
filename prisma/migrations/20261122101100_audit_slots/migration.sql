-- DropIndex
DROP INDEX "website_audits_org_id_started_at_idx";

-- AlterTable
ALTER TABLE "website_audits" ADD COLUMN     "bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "charged_at" TIMESTAMPTZ(3),
ADD COLUMN     "cpu_ms" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "idle_since" TIMESTAMPTZ(3),
ADD COLUMN     "idle_until" TIMESTAMPTZ(3),
ADD COLUMN     "partial" JSONB,
ADD COLUMN     "resume_at" TIMESTAMPTZ(3),
ADD COLUMN     "slices" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "slot_ms" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "slot_since" TIMESTAMPTZ(3),
ADD COLUMN     "stopping_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "slot_uses" (
    "owner_id" UUID NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "slot_uses_pkey" PRIMARY KEY ("owner_id")
);

-- CreateIndex
CREATE INDEX "website_audits_charged_at_idx" ON "website_audits"("charged_at");

-- Audits that run keep their slots.
UPDATE "website_audits" SET "slot_since" = "started_at", "charged_at" = "started_at", "slices" = 1
WHERE "status" = 'in_progress' AND "started_at" IS NOT NULL;
