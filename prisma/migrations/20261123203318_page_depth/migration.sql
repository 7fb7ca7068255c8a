-- CreateEnum
CREATE TYPE "page_depth" AS ENUM ('full', 'quick');

-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "depth" "page_depth";
