-- AlterTable
ALTER TABLE "email_messages" ADD COLUMN     "reported_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "website_audits" ADD COLUMN     "lighthouse" JSONB;

-- CreateTable
CREATE TABLE "suppressed_addresses" (
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_addresses_pkey" PRIMARY KEY ("email","reason")
);

-- CreateTable
CREATE TABLE "mail_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "promotion_codes" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "company" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "promotion_codes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mail_events_created_at_idx" ON "mail_events"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "promotion_codes_provider_id_key" ON "promotion_codes"("provider_id");

-- CreateIndex
CREATE INDEX "email_messages_provider_id_idx" ON "email_messages"("provider_id");

-- CreateIndex
CREATE INDEX "email_messages_created_at_idx" ON "email_messages"("created_at");

-- CreateIndex
CREATE INDEX "report_jobs_created_at_idx" ON "report_jobs"("created_at");
