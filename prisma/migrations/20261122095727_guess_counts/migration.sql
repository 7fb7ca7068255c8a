-- CreateTable
CREATE TABLE "guess_counts" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "retry_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "guess_counts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "guess_counts_last_failed_at_idx" ON "guess_counts"("last_failed_at");
