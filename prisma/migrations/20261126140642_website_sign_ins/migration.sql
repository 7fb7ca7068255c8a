-- CreateEnum
CREATE TYPE "sign_in_kind" AS ENUM ('basic', 'headers', 'cookies', 'storage_state', 'form');

-- AlterTable
ALTER TABLE "website_audits" ADD COLUMN     "signed_in" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "website_sign_ins" (
    "website_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "kind" "sign_in_kind" NOT NULL,
    "origins" TEXT[],
    "secret" TEXT NOT NULL,
    "user_name" TEXT,
    "url" TEXT,
    "selectors" JSONB NOT NULL DEFAULT '{}',
    "names" TEXT[],
    "has_totp" BOOLEAN NOT NULL DEFAULT false,
    "signed_in_url" TEXT,
    "signed_in_text" TEXT,
    "tried_at" TIMESTAMPTZ(3),
    "tried_outcome" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "website_sign_ins_pkey" PRIMARY KEY ("website_id")
);

-- CreateIndex
CREATE INDEX "website_sign_ins_org_id_idx" ON "website_sign_ins"("org_id");

-- AddForeignKey
ALTER TABLE "website_sign_ins" ADD CONSTRAINT "website_sign_ins_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
