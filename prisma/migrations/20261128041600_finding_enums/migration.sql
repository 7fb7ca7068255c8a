-- Each table is converted in one statement, because a conversion rewrites it.
CREATE TYPE "actor_type" AS ENUM ('user');
CREATE TYPE "finding_outcome" AS ENUM ('violation', 'needs_review');
CREATE TYPE "finding_impact" AS ENUM ('critical', 'serious', 'moderate', 'minor');

ALTER TABLE "audit_log"
    ALTER COLUMN "actor_type" TYPE "actor_type" USING "actor_type"::"actor_type";

ALTER TABLE "audit_rules"
    ALTER COLUMN "impact" TYPE "finding_impact" USING "impact"::"finding_impact";

ALTER TABLE "violations"
    ALTER COLUMN "outcome" TYPE "finding_outcome" USING "outcome"::"finding_outcome",
    ALTER COLUMN "impact" TYPE "finding_impact" USING "impact"::"finding_impact";

ALTER TABLE "violation_nodes"
    ALTER COLUMN "outcome" TYPE "finding_outcome" USING "outcome"::"finding_outcome",
    ALTER COLUMN "impact" TYPE "finding_impact" USING "impact"::"finding_impact";

ALTER TABLE "issues"
    ALTER COLUMN "impact" TYPE "finding_impact" USING "impact"::"finding_impact";
