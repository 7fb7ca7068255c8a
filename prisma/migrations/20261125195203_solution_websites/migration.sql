-- AlterTable
ALTER TABLE "solutions" ADD COLUMN     "website_id" UUID;

-- CreateIndex
CREATE INDEX "solutions_website_id_created_at_idx" ON "solutions"("website_id", "created_at");
