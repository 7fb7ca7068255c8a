-- CreateTable
CREATE TABLE "audit_journeys" (
    "audit_id" UUID NOT NULL,
    "journeys" JSONB NOT NULL,

    CONSTRAINT "audit_journeys_pkey" PRIMARY KEY ("audit_id")
);

-- AddForeignKey
ALTER TABLE "audit_journeys" ADD CONSTRAINT "audit_journeys_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "website_audits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Running audits keep the journeys that their website has now.
INSERT INTO "audit_journeys" ("audit_id", "journeys")
SELECT a."id", COALESCE(
  (SELECT jsonb_agg(jsonb_build_object('name', j."name", 'steps', j."steps") ORDER BY j."id")
   FROM "website_journeys" j WHERE j."website_id" = a."website_id"), '[]')
FROM "website_audits" a WHERE a."status" = 'in_progress';
