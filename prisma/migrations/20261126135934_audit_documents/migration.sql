-- CreateTable
CREATE TABLE "audit_documents" (
    "id" UUID NOT NULL,
    "audit_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "final_url" TEXT,
    "title" TEXT,
    "http_status" INTEGER,
    "bytes" INTEGER,
    "pages" INTEGER,
    "problem" TEXT,
    "critical" INTEGER NOT NULL DEFAULT 0,
    "serious" INTEGER NOT NULL DEFAULT 0,
    "moderate" INTEGER NOT NULL DEFAULT 0,
    "minor" INTEGER NOT NULL DEFAULT 0,
    "needs_review" INTEGER NOT NULL DEFAULT 0,
    "findings" JSONB,
    "checked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_document_links" (
    "document_id" UUID NOT NULL,
    "page_url" TEXT NOT NULL,

    CONSTRAINT "audit_document_links_pkey" PRIMARY KEY ("document_id","page_url")
);

-- CreateIndex
CREATE INDEX "audit_documents_audit_id_id_idx" ON "audit_documents"("audit_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_documents_audit_id_url_key" ON "audit_documents"("audit_id", "url");

-- AddForeignKey
ALTER TABLE "audit_documents" ADD CONSTRAINT "audit_documents_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_document_links" ADD CONSTRAINT "audit_document_links_document_id_fkey" FOREIGN KEY ("document_id") REFERENCES "audit_documents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
