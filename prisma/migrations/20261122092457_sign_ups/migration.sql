-- AlterTable
ALTER TABLE "email_verifications" ADD COLUMN     "sign_up_id" UUID;

-- CreateTable
CREATE TABLE "sign_ups" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_ups_pkey" PRIMARY KEY ("id")
);

-- Every account that waits for its confirmation, or was sent one, has had one sign-up so far.
INSERT INTO "sign_ups" ("id", "user_id", "name", "password_hash", "created_at")
SELECT gen_random_uuid(), "id", "name", CASE WHEN "email_verified_at" IS NULL THEN "password_hash" END, "created_at"
FROM "users"
WHERE ("email_verified_at" IS NULL AND "password_hash" IS NOT NULL)
   OR "id" IN (SELECT "user_id" FROM "email_verifications");
UPDATE "email_verifications" v SET "sign_up_id" = s."id" FROM "sign_ups" s WHERE s."user_id" = v."user_id";
ALTER TABLE "email_verifications" ALTER COLUMN "sign_up_id" SET NOT NULL;
UPDATE "users" SET "password_hash" = NULL WHERE "email_verified_at" IS NULL;

-- CreateIndex
CREATE INDEX "sign_ups_user_id_created_at_idx" ON "sign_ups"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "email_verifications_sign_up_id_idx" ON "email_verifications"("sign_up_id");

-- AddForeignKey
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_sign_up_id_fkey" FOREIGN KEY ("sign_up_id") REFERENCES "sign_ups"("id") ON DELETE CASCADE ON UPDATE CASCADE;
