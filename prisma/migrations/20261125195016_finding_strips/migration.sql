-- AlterTable
ALTER TABLE "violation_nodes" ADD COLUMN     "strip" JSONB;
