-- States become enums. A conversion rewrites its table, so each table is converted in one statement.
CREATE TYPE "member_role" AS ENUM ('owner', 'admin', 'member', 'viewer', 'billing');
CREATE TYPE "invitation_status" AS ENUM ('pending', 'accepted', 'revoked');
CREATE TYPE "data_export_status" AS ENUM ('queued', 'ready', 'failed');
CREATE TYPE "security_event_name" AS ENUM ('sign_in', 'sign_out', 'session_revoke', 'session_refresh', 'account_create', 'account_delete', 'email_verify', 'email_change_request', 'email_change', 'password_change', 'password_reset_request', 'password_reset', 'account_secure', 'identity_link', 'identity_unlink', 'invitation_accept', 'data_export', 'permission_check', 'service_key');
CREATE TYPE "security_outcome" AS ENUM ('succeeded', 'failed', 'throttled', 'refused');
CREATE TYPE "email_status" AS ENUM ('queued', 'sent', 'delivered', 'bounced', 'complained', 'suppressed', 'failed');
CREATE TYPE "suppression_reason" AS ENUM ('bounced', 'complained', 'unsubscribed');
CREATE TYPE "audit_status" AS ENUM ('in_progress', 'completed', 'failed', 'cancelled');
CREATE TYPE "audit_phase" AS ENUM ('waiting', 'discovering', 'scanning', 'saving');
CREATE TYPE "change_kind" AS ENUM ('new', 'fixed', 'regressed', 'unchanged');
CREATE TYPE "issue_status" AS ENUM ('open', 'ignored', 'false_positive');
CREATE TYPE "report_variant" AS ENUM ('full', 'report', 'accessibility', 'singlePage');
CREATE TYPE "report_job_status" AS ENUM ('queued', 'generating', 'generated', 'emailing', 'emailed', 'failed');
CREATE TYPE "plan_id" AS ENUM ('free', 'starter', 'agency', 'enterprise');
CREATE TYPE "billing_interval" AS ENUM ('month', 'year');
CREATE TYPE "subscription_status" AS ENUM ('trialing', 'active', 'past_due', 'unpaid', 'cancelled', 'incomplete');
CREATE TYPE "transaction_kind" AS ENUM ('invoice', 'refund', 'dispute');
CREATE TYPE "monitor_method" AS ENUM ('GET', 'HEAD');
CREATE TYPE "monitor_status" AS ENUM ('pending', 'up', 'down');
CREATE TYPE "schedule_frequency" AS ENUM ('daily', 'weekly', 'monthly', 'cron');
CREATE TYPE "schedule_run_outcome" AS ENUM ('started', 'completed', 'failed', 'cancelled', 'skipped');
CREATE TYPE "webhook_disabled_reason" AS ENUM ('by_hand', 'failing', 'gone');
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

ALTER TABLE "data_exports"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "data_export_status" USING "status"::"data_export_status",
    ALTER COLUMN "status" SET DEFAULT 'queued';

ALTER TABLE "security_events"
    ALTER COLUMN "event" TYPE "security_event_name" USING "event"::"security_event_name",
    ALTER COLUMN "outcome" TYPE "security_outcome" USING "outcome"::"security_outcome";

ALTER TABLE "organisations"
    ALTER COLUMN "plan" DROP DEFAULT,
    ALTER COLUMN "plan" TYPE "plan_id" USING "plan"::"plan_id",
    ALTER COLUMN "plan" SET DEFAULT 'free';

ALTER TABLE "memberships"
    ALTER COLUMN "role" TYPE "member_role" USING "role"::"member_role";

ALTER TABLE "invitations"
    ALTER COLUMN "role" TYPE "member_role" USING "role"::"member_role",
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "invitation_status" USING "status"::"invitation_status",
    ALTER COLUMN "status" SET DEFAULT 'pending';

ALTER TABLE "email_messages"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "email_status" USING "status"::"email_status",
    ALTER COLUMN "status" SET DEFAULT 'queued';

ALTER TABLE "suppressed_addresses"
    ALTER COLUMN "reason" TYPE "suppression_reason" USING "reason"::"suppression_reason";

ALTER TABLE "mail_events"
    ALTER COLUMN "type" TYPE "email_status" USING "type"::"email_status";

-- Its condition compares the column with text.
DROP INDEX "website_audits_one_running";
ALTER TABLE "website_audits"
    ALTER COLUMN "status" TYPE "audit_status" USING "status"::"audit_status",
    ALTER COLUMN "phase" TYPE "audit_phase" USING "phase"::"audit_phase";
CREATE UNIQUE INDEX "website_audits_one_running" ON "website_audits"("website_id") WHERE "status" = 'in_progress';

ALTER TABLE "audit_changes"
    ALTER COLUMN "kind" TYPE "change_kind" USING "kind"::"change_kind";

ALTER TABLE "issues"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "issue_status" USING "status"::"issue_status",
    ALTER COLUMN "status" SET DEFAULT 'open';

ALTER TABLE "report_jobs"
    ALTER COLUMN "variant" TYPE "report_variant" USING "variant"::"report_variant",
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "report_job_status" USING "status"::"report_job_status",
    ALTER COLUMN "status" SET DEFAULT 'queued';

ALTER TABLE "subscriptions"
    ALTER COLUMN "plan" TYPE "plan_id" USING "plan"::"plan_id",
    ALTER COLUMN "interval" TYPE "billing_interval" USING "interval"::"billing_interval",
    ALTER COLUMN "status" TYPE "subscription_status" USING "status"::"subscription_status",
    ALTER COLUMN "next_plan" TYPE "plan_id" USING "next_plan"::"plan_id",
    ALTER COLUMN "next_interval" TYPE "billing_interval" USING "next_interval"::"billing_interval";

ALTER TABLE "user_plan_purchases"
    ALTER COLUMN "plan" TYPE "plan_id" USING "plan"::"plan_id",
    ALTER COLUMN "interval" TYPE "billing_interval" USING "interval"::"billing_interval";

ALTER TABLE "billing_transactions"
    ALTER COLUMN "kind" TYPE "transaction_kind" USING "kind"::"transaction_kind";

ALTER TABLE "uptime_monitor_settings"
    ALTER COLUMN "method" TYPE "monitor_method" USING "method"::"monitor_method",
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "monitor_status" USING "status"::"monitor_status",
    ALTER COLUMN "status" SET DEFAULT 'pending';

ALTER TABLE "schedules"
    ALTER COLUMN "frequency" TYPE "schedule_frequency" USING "frequency"::"schedule_frequency";

ALTER TABLE "schedule_runs"
    ALTER COLUMN "outcome" TYPE "schedule_run_outcome" USING "outcome"::"schedule_run_outcome";

ALTER TABLE "webhook_endpoints"
    ALTER COLUMN "disabled_reason" TYPE "webhook_disabled_reason" USING "disabled_reason"::"webhook_disabled_reason";

ALTER TABLE "webhook_deliveries"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "webhook_delivery_status" USING "status"::"webhook_delivery_status",
    ALTER COLUMN "status" SET DEFAULT 'pending';
