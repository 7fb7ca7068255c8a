-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "refresh_hash" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_verifications" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "otp_hash" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "otp_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "link_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organisations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "first_scan_completed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organisations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "org_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("org_id","user_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "invited_by" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target_id" TEXT,
    "ip" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_messages" (
    "id" UUID NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "from" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "attachment_key" TEXT,
    "attachment_name" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "provider_id" TEXT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotent_answers" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_answers_pkey" PRIMARY KEY ("scope","key")
);

-- CreateTable
CREATE TABLE "doomed_objects" (
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "doomed_objects_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "websites" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "websites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "website_audits" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "started_by" UUID,
    "status" TEXT NOT NULL,
    "phase" TEXT NOT NULL,
    "options" JSONB NOT NULL,
    "pages_total" INTEGER NOT NULL DEFAULT 0,
    "pages_done" INTEGER NOT NULL DEFAULT 0,
    "pages_failed" INTEGER NOT NULL DEFAULT 0,
    "asks" INTEGER NOT NULL DEFAULT 0,
    "fruitless_asks" INTEGER NOT NULL DEFAULT 0,
    "last_heard_at" TIMESTAMPTZ(3),
    "all_sent" BOOLEAN NOT NULL DEFAULT false,
    "score_accessibility" DOUBLE PRECISION,
    "score_performance" DOUBLE PRECISION,
    "score_seo" DOUBLE PRECISION,
    "score_quality" DOUBLE PRECISION,
    "summary" JSONB,
    "error_code" TEXT,
    "error_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "website_audits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_callbacks" (
    "audit_id" UUID NOT NULL,
    "ask" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "discovered" TEXT[],
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_callbacks_pkey" PRIMARY KEY ("audit_id","ask","sequence")
);

-- CreateTable
CREATE TABLE "scan_audits" (
    "id" UUID NOT NULL,
    "audit_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "final_url" TEXT NOT NULL,
    "http_status" INTEGER,
    "title" TEXT,
    "device" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "score_accessibility" DOUBLE PRECISION,
    "score_performance" DOUBLE PRECISION,
    "score_seo" DOUBLE PRECISION,
    "score_quality" DOUBLE PRECISION,
    "critical" INTEGER NOT NULL DEFAULT 0,
    "serious" INTEGER NOT NULL DEFAULT 0,
    "moderate" INTEGER NOT NULL DEFAULT 0,
    "minor" INTEGER NOT NULL DEFAULT 0,
    "needs_review" INTEGER NOT NULL DEFAULT 0,
    "passed" INTEGER NOT NULL DEFAULT 0,
    "performance" JSONB,
    "checks" JSONB,
    "error_code" TEXT,
    "error_message" TEXT,
    "result_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scan_audits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_rules" (
    "audit_id" UUID NOT NULL,
    "rule_id" TEXT NOT NULL,
    "impact" TEXT,
    "help" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "help_url" TEXT NOT NULL,
    "wcag" TEXT[],
    "failed_nodes" INTEGER NOT NULL DEFAULT 0,
    "failed_pages" INTEGER NOT NULL DEFAULT 0,
    "review_nodes" INTEGER NOT NULL DEFAULT 0,
    "review_pages" INTEGER NOT NULL DEFAULT 0,
    "passed_nodes" INTEGER NOT NULL DEFAULT 0,
    "passed_pages" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "audit_rules_pkey" PRIMARY KEY ("audit_id","rule_id")
);

-- CreateTable
CREATE TABLE "violations" (
    "audit_id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "rule_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "impact" TEXT,
    "nodes" INTEGER NOT NULL,

    CONSTRAINT "violations_pkey" PRIMARY KEY ("audit_id","rule_id","outcome","page_id")
);

-- CreateTable
CREATE TABLE "violation_nodes" (
    "id" UUID NOT NULL,
    "audit_id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "rule_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "impact" TEXT,
    "selector" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "related" JSONB NOT NULL,
    "fingerprint" TEXT NOT NULL,

    CONSTRAINT "violation_nodes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issues" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "impact" TEXT,
    "page_url" TEXT NOT NULL,
    "selector" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "note" TEXT,
    "assignee_id" UUID,
    "first_seen_audit_id" UUID NOT NULL,
    "last_seen_audit_id" UUID NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "issues_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_jobs" (
    "id" UUID NOT NULL,
    "audit_id" TEXT NOT NULL,
    "org_id" UUID,
    "variant" TEXT NOT NULL,
    "email" TEXT,
    "url" TEXT NOT NULL,
    "data" JSONB,
    "agency_email" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "report_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_verifications_token_hash_key" ON "email_verifications"("token_hash");

-- CreateIndex
CREATE INDEX "email_verifications_user_id_created_at_idx" ON "email_verifications"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_org_id_email_idx" ON "invitations"("org_id", "email");

-- CreateIndex
CREATE INDEX "audit_log_org_id_id_idx" ON "audit_log"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "email_messages_idempotency_key_key" ON "email_messages"("idempotency_key");

-- CreateIndex
CREATE INDEX "idempotent_answers_created_at_idx" ON "idempotent_answers"("created_at");

-- CreateIndex
CREATE INDEX "websites_org_id_id_idx" ON "websites"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "websites_org_id_url_key" ON "websites"("org_id", "url");

-- CreateIndex
CREATE INDEX "website_audits_website_id_id_idx" ON "website_audits"("website_id", "id");

-- CreateIndex
CREATE INDEX "website_audits_org_id_id_idx" ON "website_audits"("org_id", "id");

-- CreateIndex
CREATE INDEX "website_audits_status_idx" ON "website_audits"("status");

-- CreateIndex
CREATE INDEX "scan_audits_audit_id_id_idx" ON "scan_audits"("audit_id", "id");

-- CreateIndex
CREATE INDEX "scan_audits_audit_id_score_accessibility_id_idx" ON "scan_audits"("audit_id", "score_accessibility", "id");

-- CreateIndex
CREATE UNIQUE INDEX "scan_audits_audit_id_url_key" ON "scan_audits"("audit_id", "url");

-- CreateIndex
CREATE INDEX "violations_page_id_idx" ON "violations"("page_id");

-- CreateIndex
CREATE INDEX "violation_nodes_audit_id_outcome_id_idx" ON "violation_nodes"("audit_id", "outcome", "id");

-- CreateIndex
CREATE INDEX "violation_nodes_audit_id_rule_id_outcome_id_idx" ON "violation_nodes"("audit_id", "rule_id", "outcome", "id");

-- CreateIndex
CREATE INDEX "violation_nodes_page_id_id_idx" ON "violation_nodes"("page_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "issues_website_id_fingerprint_key" ON "issues"("website_id", "fingerprint");

-- CreateIndex
CREATE INDEX "report_jobs_audit_id_created_at_idx" ON "report_jobs"("audit_id", "created_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_verifications" ADD CONSTRAINT "email_verifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "websites" ADD CONSTRAINT "websites_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "website_audits" ADD CONSTRAINT "website_audits_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_callbacks" ADD CONSTRAINT "audit_callbacks_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scan_audits" ADD CONSTRAINT "scan_audits_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_rules" ADD CONSTRAINT "audit_rules_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "violations" ADD CONSTRAINT "violations_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "violation_nodes" ADD CONSTRAINT "violation_nodes_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "issues" ADD CONSTRAINT "issues_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
