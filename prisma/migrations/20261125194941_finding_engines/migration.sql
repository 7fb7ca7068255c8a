-- AlterTable
ALTER TABLE "audit_rules" ADD COLUMN     "engines" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "violation_nodes" ADD COLUMN     "engines" TEXT[] DEFAULT ARRAY[]::TEXT[];
