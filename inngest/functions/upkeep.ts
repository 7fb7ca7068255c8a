import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { brandingChanged, engineProbed, websiteRemoved } from "@/server/core/events";
import { reopenExpiredIssues } from "@/server/domains/audits/issues";
import { recomputeScores } from "@/server/domains/audits/results";
import { endExpiredPolicies } from "@/server/domains/audits/triage-policies";
import { deleteScheduledObjects } from "@/server/domains/audits/websites";
import { rollUpEvents } from "@/server/domains/monitoring/rum";
import { resealSecrets } from "@/server/domains/operations/secrets";

export const deleteObjects = inngest.createFunction(
  {
    id: "delete-objects",
    triggers: [websiteRemoved, brandingChanged, cron("41 * * * *")],
    retries: 8,
    concurrency: { limit: 1 },
  },
  async ({ step }) => {
    for (let batch = 0; await step.run(`delete batch ${batch}`, () => deleteScheduledObjects()); batch++);
  },
);

export const resealSecretsHourly = inngest.createFunction(
  { id: "reseal-secrets", triggers: [cron("7 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    await step.run("encrypt with the newest key", resealSecrets);
  },
);

/** Maximum number of batches per run. The next run processes the rest. */
const mostBatches = 50;

export const rollUpRum = inngest.createFunction(
  { id: "roll-up-rum", triggers: [cron("*/5 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    for (let batch = 0; batch < mostBatches; batch += 1)
      if (!(await step.run(`roll up ${batch}`, rollUpEvents))) return;
  },
);

/** Recomputes scores after an upgrade that changes the formula. Otherwise, does nothing. */
export const recomputeOldScores = inngest.createFunction(
  { id: "recompute-scores", triggers: [cron("*/15 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    for (let batch = 0; batch < mostBatches; batch += 1)
      if (!(await step.run(`recompute ${batch}`, recomputeScores))) return;
  },
);

export const endExpiredTriage = inngest.createFunction(
  { id: "end-expired-triage", triggers: [cron("*/10 * * * *")], retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    for (let batch = 0; batch < mostBatches; batch += 1)
      if (!(await step.run(`end policies ${batch}`, endExpiredPolicies))) break;
    for (let batch = 0; batch < mostBatches; batch += 1)
      if (!(await step.run(`reopen issues ${batch}`, reopenExpiredIssues))) return;
  },
);

/** Does nothing itself. The call proves that the job engine has registered the app. */
export const answerProbe = inngest.createFunction(
  { id: "answer-probe", triggers: [engineProbed], retries: 0 },
  async () => undefined,
);
