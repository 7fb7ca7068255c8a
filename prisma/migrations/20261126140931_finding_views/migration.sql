-- AlterTable
ALTER TABLE "violation_nodes" ADD COLUMN     "views" TEXT[] DEFAULT ARRAY[]::TEXT[];
