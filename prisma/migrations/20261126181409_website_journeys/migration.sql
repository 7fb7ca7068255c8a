-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "journey_url" TEXT;

-- CreateTable
CREATE TABLE "website_journeys" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "steps" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "website_journeys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "website_journeys_website_id_id_idx" ON "website_journeys"("website_id", "id");

-- CreateIndex
CREATE INDEX "website_journeys_org_id_idx" ON "website_journeys"("org_id");

-- AddForeignKey
ALTER TABLE "website_journeys" ADD CONSTRAINT "website_journeys_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
