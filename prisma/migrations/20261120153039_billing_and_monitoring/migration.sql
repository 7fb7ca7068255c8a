-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "billing_customer_id" TEXT;

-- AlterTable
ALTER TABLE "website_audits" ADD COLUMN     "schedule_id" UUID;

-- CreateTable
CREATE TABLE "subscriptions" (
    "org_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "current_period_end" TIMESTAMPTZ(3),
    "trial_ends_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "next_plan" TEXT,
    "next_interval" TEXT,
    "grace_until" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "user_plan_purchases" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "user_id" UUID,
    "plan" TEXT NOT NULL,
    "interval" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_plan_purchases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "billing_transactions" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "number" TEXT,
    "url" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "billing_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "billing_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_warnings" (
    "org_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_warnings_pkey" PRIMARY KEY ("org_id","resource","percent")
);

-- CreateTable
CREATE TABLE "search_perf_integration_settings" (
    "org_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "access_token" TEXT NOT NULL,
    "refresh_token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "scope" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_perf_integration_settings_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "search_perf_properties" (
    "website_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "property" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "search_perf_properties_pkey" PRIMARY KEY ("website_id")
);

-- CreateTable
CREATE TABLE "search_perf_answers" (
    "org_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "rows" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "search_perf_answers_pkey" PRIMARY KEY ("org_id","question")
);

-- CreateTable
CREATE TABLE "uptime_monitor_settings" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "website_id" UUID,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "timeout_ms" INTEGER NOT NULL,
    "expected_status" INTEGER[],
    "keyword" TEXT,
    "retries" INTEGER NOT NULL,
    "channels" TEXT[],
    "paused_at" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'pending',
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "next_check_at" TIMESTAMPTZ(3) NOT NULL,
    "last_checked_at" TIMESTAMPTZ(3),
    "last_response_ms" INTEGER,
    "last_error" TEXT,
    "certificate_expires_at" TIMESTAMPTZ(3),
    "certificate_warned" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uptime_monitor_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_checks" (
    "id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "ok" BOOLEAN NOT NULL,
    "http_status" INTEGER,
    "response_ms" INTEGER,
    "error" TEXT,

    CONSTRAINT "monitor_checks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monitor_hours" (
    "monitor_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "checks" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "answered" INTEGER NOT NULL,
    "response_ms" BIGINT NOT NULL,
    "slowest_ms" INTEGER NOT NULL,

    CONSTRAINT "monitor_hours_pkey" PRIMARY KEY ("monitor_id","hour")
);

-- CreateTable
CREATE TABLE "monitor_incidents" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL,

    CONSTRAINT "monitor_incidents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_windows" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "monitor_id" UUID,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "maintenance_windows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rum_sites" (
    "website_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "site_key" TEXT NOT NULL,
    "origins" TEXT[],
    "sample_rate" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rum_sites_pkey" PRIMARY KEY ("website_id")
);

-- CreateTable
CREATE TABLE "rum_events" (
    "id" BIGSERIAL NOT NULL,
    "website_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "page" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "navigation_type" TEXT NOT NULL,
    "reduced_motion" BOOLEAN NOT NULL,
    "forced_colours" BOOLEAN NOT NULL,
    "lcp_ms" DOUBLE PRECISION,
    "inp_ms" DOUBLE PRECISION,
    "cls" DOUBLE PRECISION,
    "fcp_ms" DOUBLE PRECISION,
    "ttfb_ms" DOUBLE PRECISION,

    CONSTRAINT "rum_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rum_days" (
    "website_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "page" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "values" INTEGER NOT NULL,
    "steps" INTEGER[],

    CONSTRAINT "rum_days_pkey" PRIMARY KEY ("website_id","day","page","device","metric")
);

-- CreateTable
CREATE TABLE "schedules" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "website_id" UUID NOT NULL,
    "frequency" TEXT NOT NULL,
    "cron" TEXT,
    "time_zone" TEXT NOT NULL,
    "hour" INTEGER NOT NULL DEFAULT 3,
    "minute" INTEGER NOT NULL DEFAULT 0,
    "day" INTEGER,
    "options" JSONB NOT NULL DEFAULT '{}',
    "paused_at" TIMESTAMPTZ(3),
    "paused_reason" TEXT,
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "next_run_at" TIMESTAMPTZ(3),
    "last_run_at" TIMESTAMPTZ(3),
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule_runs" (
    "schedule_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "audit_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schedule_runs_pkey" PRIMARY KEY ("schedule_id","due_at")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "secret" TEXT NOT NULL,
    "events" TEXT[],
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "http_status" INTEGER,
    "response_ms" INTEGER,
    "error" TEXT,
    "last_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_provider_id_key" ON "subscriptions"("provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_plan_purchases_provider_id_key" ON "user_plan_purchases"("provider_id");

-- CreateIndex
CREATE INDEX "user_plan_purchases_org_id_id_idx" ON "user_plan_purchases"("org_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "billing_transactions_provider_id_key" ON "billing_transactions"("provider_id");

-- CreateIndex
CREATE INDEX "billing_transactions_org_id_occurred_at_id_idx" ON "billing_transactions"("org_id", "occurred_at", "id");

-- CreateIndex
CREATE INDEX "billing_events_created_at_idx" ON "billing_events"("created_at");

-- CreateIndex
CREATE INDEX "search_perf_properties_org_id_idx" ON "search_perf_properties"("org_id");

-- CreateIndex
CREATE INDEX "search_perf_answers_expires_at_idx" ON "search_perf_answers"("expires_at");

-- CreateIndex
CREATE INDEX "uptime_monitor_settings_org_id_id_idx" ON "uptime_monitor_settings"("org_id", "id");

-- CreateIndex
CREATE INDEX "uptime_monitor_settings_website_id_idx" ON "uptime_monitor_settings"("website_id");

-- CreateIndex
CREATE INDEX "uptime_monitor_settings_next_check_at_idx" ON "uptime_monitor_settings"("next_check_at");

-- CreateIndex
CREATE INDEX "monitor_checks_monitor_id_id_idx" ON "monitor_checks"("monitor_id", "id");

-- CreateIndex
CREATE INDEX "monitor_checks_checked_at_idx" ON "monitor_checks"("checked_at");

-- CreateIndex
CREATE INDEX "monitor_incidents_monitor_id_id_idx" ON "monitor_incidents"("monitor_id", "id");

-- CreateIndex
CREATE INDEX "monitor_incidents_org_id_id_idx" ON "monitor_incidents"("org_id", "id");

-- CreateIndex
CREATE INDEX "maintenance_windows_org_id_ends_at_idx" ON "maintenance_windows"("org_id", "ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "rum_sites_site_key_key" ON "rum_sites"("site_key");

-- CreateIndex
CREATE INDEX "rum_sites_org_id_idx" ON "rum_sites"("org_id");

-- CreateIndex
CREATE INDEX "rum_events_website_id_received_at_idx" ON "rum_events"("website_id", "received_at");

-- CreateIndex
CREATE INDEX "rum_events_received_at_idx" ON "rum_events"("received_at");

-- CreateIndex
CREATE INDEX "schedules_org_id_id_idx" ON "schedules"("org_id", "id");

-- CreateIndex
CREATE INDEX "schedules_website_id_idx" ON "schedules"("website_id");

-- CreateIndex
CREATE INDEX "schedules_next_run_at_idx" ON "schedules"("next_run_at");

-- CreateIndex
CREATE INDEX "schedule_runs_audit_id_idx" ON "schedule_runs"("audit_id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_org_id_id_idx" ON "webhook_endpoints"("org_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- CreateIndex
CREATE INDEX "issues_website_id_first_seen_audit_id_idx" ON "issues"("website_id", "first_seen_audit_id");

-- CreateIndex
CREATE UNIQUE INDEX "organisations_billing_customer_id_key" ON "organisations"("billing_customer_id");

-- CreateIndex
CREATE INDEX "website_audits_schedule_id_idx" ON "website_audits"("schedule_id");

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_warnings" ADD CONSTRAINT "usage_warnings_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_perf_integration_settings" ADD CONSTRAINT "search_perf_integration_settings_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_perf_properties" ADD CONSTRAINT "search_perf_properties_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_perf_answers" ADD CONSTRAINT "search_perf_answers_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uptime_monitor_settings" ADD CONSTRAINT "uptime_monitor_settings_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uptime_monitor_settings" ADD CONSTRAINT "uptime_monitor_settings_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_checks" ADD CONSTRAINT "monitor_checks_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "uptime_monitor_settings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_hours" ADD CONSTRAINT "monitor_hours_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "uptime_monitor_settings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "monitor_incidents" ADD CONSTRAINT "monitor_incidents_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "uptime_monitor_settings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "uptime_monitor_settings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rum_sites" ADD CONSTRAINT "rum_sites_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rum_days" ADD CONSTRAINT "rum_days_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_website_id_fkey" FOREIGN KEY ("website_id") REFERENCES "websites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule_runs" ADD CONSTRAINT "schedule_runs_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
