-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "states" JSONB;

-- AlterTable
ALTER TABLE "violation_nodes" ADD COLUMN     "reach" JSONB;
