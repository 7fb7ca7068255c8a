-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "screenshot_id" UUID;

-- AlterTable
ALTER TABLE "violation_nodes" ADD COLUMN     "accessibility" JSONB,
ADD COLUMN     "box" JSONB;

-- CreateTable
CREATE TABLE "screenshots" (
    "id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "screenshots_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "screenshots_last_used_at_idx" ON "screenshots"("last_used_at");

-- CreateIndex
CREATE UNIQUE INDEX "screenshots_website_id_hash_key" ON "screenshots"("website_id", "hash");

-- CreateIndex
CREATE INDEX "scan_audits_screenshot_id_idx" ON "scan_audits"("screenshot_id");

-- AddForeignKey
ALTER TABLE "scan_audits" ADD CONSTRAINT "scan_audits_screenshot_id_fkey" FOREIGN KEY ("screenshot_id") REFERENCES "screenshots"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
