-- CreateEnum
CREATE TYPE "email_brand" AS ENUM ('service', 'accessibility');

-- AlterTable
ALTER TABLE "email_messages" ADD COLUMN     "brand" "email_brand" NOT NULL DEFAULT 'service';

-- The data of emails that are still to be sent named the brand as `app`.
UPDATE "email_messages"
SET "brand" = CASE WHEN "data" ->> 'app' = 'accessibility' THEN 'accessibility' ELSE 'service' END::"email_brand",
    "data" = "data" - 'app'
WHERE "status" = 'queued' AND "data" ? 'app';
