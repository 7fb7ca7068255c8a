-- AlterTable
ALTER TABLE "solutions" ADD COLUMN     "details" JSONB;
