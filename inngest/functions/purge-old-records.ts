import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { purgeComparisons, purgeScreenshots, vacuumAfter } from "@/server/domains/audits";
import { purgeSolutions } from "@/server/domains/audits/fixes";
import { purgeExports, purgeUnverifiedAccounts } from "@/server/domains/identity/account";
import { purgeLostEvents } from "@/server/domains/monitoring/rum";
import { keptTables, purgeTable } from "@/server/domains/operations/retention";
import { purgeReports } from "@/server/domains/reports";

/** Deletes one batch. Returns whether there may be more to delete. */
type Purge = () => Promise<boolean>;

/** Kinds of records that need their own purge, because files or other rows are deleted with them. */
const ownPurges = {
  reports: () => purgeReports(),
  exports: purgeExports,
  "unverified accounts": purgeUnverifiedAccounts,
  fixes: () => purgeSolutions(),
  comparisons: purgeComparisons,
  screenshots: purgeScreenshots,
  "lost events": purgeLostEvents,
} satisfies Readonly<Record<string, Purge>>;

/** Used for the table in docs/operations.md. */
export type PurgedKind = keyof typeof ownPurges;

const purges: Readonly<Record<string, Purge>> = {
  ...ownPurges,
  ...Object.fromEntries(keptTables.map((kept) => [kept.table, () => purgeTable(kept)])),
};

/** Inngest allows 1,000 steps per run. The next hourly run purges the rest. */
const mostBatches = Math.floor(900 / Object.keys(purges).length);

export const purgeOldRecords = inngest.createFunction(
  { id: "purge-old-records", triggers: [cron("23 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    for (const [kind, purge] of Object.entries(purges))
      for (let batch = 0; batch < mostBatches; batch += 1)
        if (!(await step.run(`purge ${kind} ${batch}`, purge))) break;
    await step.run("vacuum the database", vacuumAfter);
  },
);
