-- CreateIndex
CREATE INDEX "issues_website_id_status_idx" ON "issues"("website_id", "status");
