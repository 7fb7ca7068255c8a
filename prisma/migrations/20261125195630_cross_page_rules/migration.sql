-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "cross_page" JSONB,
ADD COLUMN     "outline" JSONB;
