-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "sample" JSONB;
