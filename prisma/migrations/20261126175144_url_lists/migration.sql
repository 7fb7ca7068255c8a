-- AlterTable
ALTER TABLE "scan_audits" ADD COLUMN     "page_group" TEXT;

-- CreateTable
CREATE TABLE "website_url_lists" (
    "website_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "urls" INTEGER NOT NULL,
    "groups" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "website_url_lists_pkey" PRIMARY KEY ("website_id")
);

-- CreateTable
CREATE TABLE "audit_url_lists" (
    "audit_id" UUID NOT NULL,
    "urls" INTEGER NOT NULL,
    "groups" JSONB NOT NULL,

    CONSTRAINT "audit_url_lists_pkey" PRIMARY KEY ("audit_id")
);

-- CreateIndex
CREATE INDEX "website_url_lists_org_id_idx" ON "website_url_lists"("org_id");

-- AddForeignKey
ALTER TABLE "website_url_lists" ADD CONSTRAINT "website_url_lists_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_url_lists" ADD CONSTRAINT "audit_url_lists_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;
