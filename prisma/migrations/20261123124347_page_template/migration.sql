-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "template" TEXT;
