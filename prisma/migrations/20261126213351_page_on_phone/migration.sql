-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "phone" JSONB;
