-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "event_key" TEXT;

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_key_idx" ON "webhook_deliveries"("event_key");
