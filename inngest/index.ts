import { serve } from "inngest/edge";
import { createReportJob } from "@/inngest/functions/create-report";
import { endSubscriptionsJob } from "@/inngest/functions/leave-services";
import { notifyAgency } from "@/inngest/functions/notify-agency";
import { purgeOldRecords } from "@/inngest/functions/purge-old-records";
import { reconcileBilling } from "@/inngest/functions/reconcile-billing";
import { sendReport } from "@/inngest/functions/send-report";
import { sendWeeklyDigests } from "@/inngest/functions/send-weekly-digests";
import { concludeScheduledRun, startAudits, vacuumAfterAudit } from "@/inngest/functions/start-and-end-audits";
import { inngest } from "./client";
import { deleteAccount } from "./functions/delete-account";
import { deliverWebhook } from "./functions/deliver-webhook";
import { exportData } from "./functions/export-data";
import { revokeConsentAtGoogle } from "./functions/leave-services";
import { parkAudit } from "./functions/park-audit";
import { postChat } from "./functions/post-chat";
import { runAudit } from "./functions/run-audit";
import { sendAccountExists, sendEmail, sendPasswordReset } from "./functions/send-email";
import {
  answerProbe,
  endExpiredTriage,
  recomputeOldScores,
  removeObjects,
  resealSecretsHourly,
  rollUpRum,
} from "./functions/upkeep";

/** All jobs. The same code runs on the embedded job engine and on Inngest. */
export const functions = [
  startAudits,
  runAudit,
  parkAudit,
  vacuumAfterAudit,
  concludeScheduledRun,
  createReportJob,
  sendReport,
  notifyAgency,
  sendEmail,
  postChat,
  deliverWebhook,
  removeObjects,
  revokeConsentAtGoogle,
  resealSecretsHourly,
  purgeOldRecords,
  sendWeeklyDigests,
  rollUpRum,
  recomputeOldScores,
  endExpiredTriage,
  sendPasswordReset,
  sendAccountExists,
  exportData,
  deleteAccount,
  endSubscriptionsJob,
  reconcileBilling,
  answerProbe,
];

/** Handles Inngest's signed requests to /api/inngest. */
export const serveJobs = serve({ client: inngest, functions, enableUnauthedSync: false });
