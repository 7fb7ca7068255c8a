-- AlterTable
ALTER TABLE "rum_sites" ADD COLUMN     "allow_missing_origin" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "rum_counts" (
    "website_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "received" BIGINT NOT NULL,
    "stored" BIGINT NOT NULL,

    CONSTRAINT "rum_counts_pkey" PRIMARY KEY ("website_id","day")
);

-- AddForeignKey
ALTER TABLE "rum_counts" ADD CONSTRAINT "rum_counts_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
