-- AlterTable
ALTER TABLE "outbox_events" ADD COLUMN     "noted" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "report_jobs" ADD COLUMN     "lead_announced_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "pending_jobs" (
    "event_id" UUID NOT NULL,
    "job" TEXT NOT NULL,
    "event_name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "run_id" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "failed_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pending_jobs_pkey" PRIMARY KEY ("event_id","job")
);

-- CreateIndex
CREATE INDEX "pending_jobs_due_at_idx" ON "pending_jobs"("due_at");
