-- Tables
ALTER TABLE "doomed_objects" RENAME TO "objects_to_delete";
ALTER TABLE "objects_to_delete" RENAME CONSTRAINT "doomed_objects_pkey" TO "objects_to_delete_pkey";

ALTER TABLE "mail_events" RENAME TO "email_events";
ALTER TABLE "email_events" RENAME CONSTRAINT "mail_events_pkey" TO "email_events_pkey";
ALTER INDEX "mail_events_created_at_idx" RENAME TO "email_events_created_at_idx";

ALTER TABLE "idempotent_answers" RENAME TO "idempotent_responses";
ALTER TABLE "idempotent_responses" RENAME CONSTRAINT "idempotent_answers_pkey" TO "idempotent_responses_pkey";
ALTER INDEX "idempotent_answers_created_at_idx" RENAME TO "idempotent_responses_created_at_idx";

ALTER TABLE "search_perf_answers" RENAME TO "search_perf_responses";
ALTER TABLE "search_perf_responses" RENAME COLUMN "question" TO "query_hash";
ALTER TABLE "search_perf_responses" RENAME CONSTRAINT "search_perf_answers_pkey" TO "search_perf_responses_pkey";
ALTER TABLE "search_perf_responses" RENAME CONSTRAINT "search_perf_answers_org_id_fkey" TO "search_perf_responses_org_id_fkey";
ALTER INDEX "search_perf_answers_expires_at_idx" RENAME TO "search_perf_responses_expires_at_idx";

-- Columns
ALTER TABLE "website_audits" RENAME COLUMN "asks" TO "scan_requests";
ALTER TABLE "website_audits" RENAME COLUMN "fruitless_asks" TO "fruitless_requests";
ALTER TABLE "website_audits" RENAME COLUMN "last_heard_at" TO "last_contact_at";
ALTER TABLE "audit_callbacks" RENAME COLUMN "ask" TO "scan_request";
ALTER TABLE "outbox_events" RENAME COLUMN "noted" TO "jobs_recorded";
ALTER TABLE "email_verifications" RENAME COLUMN "tries" TO "attempts";
ALTER TABLE "rum_sites" RENAME COLUMN "rolled_until" TO "rolled_up_until";
ALTER TABLE "report_jobs" RENAME COLUMN "lead_announced_at" TO "lead_posted_at";

-- Events and jobs. Work that is already queued continues under the new names; otherwise, its event would start no job,
-- and its job would be unknown.
CREATE TEMPORARY TABLE "new_names" ("old" TEXT PRIMARY KEY, "new" TEXT NOT NULL) ON COMMIT DROP;
INSERT INTO "new_names" VALUES
  ('mail/queued', 'email/queued'),
  ('lead/won', 'lead/captured'),
  ('make-report', 'create-report'),
  ('leave-provider', 'end-subscriptions'),
  ('tell-agency', 'notify-agency'),
  ('forget-old', 'purge-old-records'),
  ('settle-billing', 'reconcile-billing'),
  ('send-mail', 'send-email'),
  ('mail-password-reset', 'send-password-reset'),
  ('mail-report', 'send-report'),
  ('mail-weekly-digests', 'send-weekly-digests'),
  ('tidy-audit', 'clean-up-audit'),
  ('remove-objects', 'delete-objects'),
  ('roll-up-visits', 'roll-up-rum');

UPDATE "outbox_events" e SET "name" = n."new" FROM "new_names" n WHERE e."name" = n."old";
UPDATE "pending_jobs" p SET "event_name" = n."new" FROM "new_names" n WHERE p."event_name" = n."old";
UPDATE "pending_jobs" p SET "job" = n."new" FROM "new_names" n WHERE p."job" = n."old";

-- The tables of the embedded job engine, which creates them when it first starts. There, a job's name starts with the
-- app's name and, if the job handles the failure of another job, ends in "-failure". The keys of concurrency limits
-- start with the job's name and "|".
DO $$
BEGIN
  IF to_regclass('runner.run') IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO "new_names"
    SELECT 'curbcut-' || "old" || suffix, 'curbcut-' || "new" || suffix
    FROM "new_names", unnest(ARRAY['', '-failure']) AS suffix WHERE "old" NOT LIKE '%/%';
  UPDATE runner.run r SET fn_id = n."new" FROM "new_names" n WHERE r.fn_id = n."old";
  UPDATE runner.dedupe d SET fn_id = n."new" FROM "new_names" n WHERE d.fn_id = n."old";
  UPDATE runner.cron c SET fn_id = n."new" FROM "new_names" n WHERE c.fn_id = n."old";
  UPDATE runner.run SET limit_keys = ARRAY(
    SELECT coalesce(n."new" || substr(key, strpos(key, '|')), key)
    FROM unnest(limit_keys) WITH ORDINALITY AS held (key, place)
    LEFT JOIN "new_names" n ON n."old" = split_part(key, '|', 1) ORDER BY place)
  WHERE ended_at IS NULL AND limit_keys <> '{}';
  UPDATE runner.job SET limit_keys = ARRAY(
    SELECT coalesce(n."new" || substr(key, strpos(key, '|')), key)
    FROM unnest(limit_keys) WITH ORDINALITY AS held (key, place)
    LEFT JOIN "new_names" n ON n."old" = split_part(key, '|', 1) ORDER BY place)
  WHERE limit_keys <> '{}';
END $$;
