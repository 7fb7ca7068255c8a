-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "changed_at" TIMESTAMPTZ(3),
ADD COLUMN     "changed_by_session" UUID;
