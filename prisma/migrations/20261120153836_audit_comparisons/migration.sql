-- CreateTable
CREATE TABLE "audit_comparisons" (
    "audit_id" UUID NOT NULL,
    "base_id" UUID NOT NULL,
    "counts" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_comparisons_pkey" PRIMARY KEY ("audit_id","base_id")
);

-- CreateTable
CREATE TABLE "audit_changes" (
    "audit_id" UUID NOT NULL,
    "base_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "last_id" UUID NOT NULL,
    "node_ids" UUID[],

    CONSTRAINT "audit_changes_pkey" PRIMARY KEY ("audit_id","base_id","kind","last_id")
);

-- CreateIndex
CREATE INDEX "audit_comparisons_base_id_idx" ON "audit_comparisons"("base_id");

-- CreateIndex
CREATE INDEX "audit_comparisons_expires_at_idx" ON "audit_comparisons"("expires_at");

-- AddForeignKey
ALTER TABLE "audit_comparisons" ADD CONSTRAINT "audit_comparisons_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_comparisons" ADD CONSTRAINT "audit_comparisons_base_id_fkey" FOREIGN KEY ("base_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_changes" ADD CONSTRAINT "audit_changes_audit_id_base_id_fkey" FOREIGN KEY ("audit_id", "base_id") REFERENCES "audit_comparisons"("audit_id", "base_id") ON DELETE CASCADE ON UPDATE CASCADE;
