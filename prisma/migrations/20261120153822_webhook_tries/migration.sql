-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "round" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tries" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "previous_secret" TEXT,
ADD COLUMN     "previous_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_status_id_idx" ON "webhook_deliveries"("endpoint_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_endpoint_id_event_id_key" ON "webhook_deliveries"("endpoint_id", "event_id");
