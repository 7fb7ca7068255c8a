-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "excluded_elements" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "excluded_findings" INTEGER NOT NULL DEFAULT 0;
