-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "score_low" DOUBLE PRECISION,
ADD COLUMN     "score_version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "website_audits" ADD COLUMN     "score_low" DOUBLE PRECISION,
ADD COLUMN     "score_version" INTEGER NOT NULL DEFAULT 1;
