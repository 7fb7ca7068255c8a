import { serve } from "inngest/edge";
import { createReportJob } from "@/inngest/functions/create-report";
import { endSubscriptionsJob } from "@/inngest/functions/disconnect-services";
import { notifyAgency } from "@/inngest/functions/notify-agency";
import { purgeOldRecords } from "@/inngest/functions/purge-old-records";
import { reconcileBilling } from "@/inngest/functions/reconcile-billing";
import { sendReport } from "@/inngest/functions/send-report";
import { sendWeeklyDigests } from "@/inngest/functions/send-weekly-digests";
import { cleanUpAudit, concludeScheduledRun, startAudits } from "@/inngest/functions/start-and-end-audits";
import { inngest } from "./client";
import { deleteAccount } from "./functions/delete-account";
import { deliverWebhook } from "./functions/deliver-webhook";
import { revokeConsentAtGoogle } from "./functions/disconnect-services";
import { exportData } from "./functions/export-data";
import { parkAudit } from "./functions/park-audit";
import { postChat } from "./functions/post-chat";
import { runAudit } from "./functions/run-audit";
import { sendAccountExists, sendEmail, sendPasswordReset } from "./functions/send-email";
import {
  answerProbe,
  deleteObjects,
  endExpiredTriage,
  recomputeOldScores,
  resealSecretsHourly,
  rollUpRum,
} from "./functions/upkeep";

/** All jobs. The same code runs on the embedded job engine and on Inngest. */
export const functions = [
  startAudits,
  runAudit,
  parkAudit,
  cleanUpAudit,
  concludeScheduledRun,
  createReportJob,
  sendReport,
  notifyAgency,
  sendEmail,
  postChat,
  deliverWebhook,
  deleteObjects,
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
