import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { auditEnded, auditRequested } from "@/inngest/events";
import { admitAudits } from "@/server/features/audit-queue";

/** Every event only knocks; who starts is read from the database. */
export const startAudits = inngest.createFunction(
  { id: "start-audits", triggers: [auditRequested, auditEnded, cron("*/5 * * * *")], retries: 5 },
  async ({ step }) => step.run("start what may start", () => admitAudits()),
);
