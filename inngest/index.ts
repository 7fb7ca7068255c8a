import { serve } from "inngest/edge";
import { inngest } from "./client";
import { concludeScheduledRun } from "./functions/conclude-scheduled-run";
import { deleteAccount } from "./functions/delete-account";
import { deliverWebhook } from "./functions/deliver-webhook";
import { exportData } from "./functions/export-data";
import { forgetOld } from "./functions/forget-old";
import { leaveProvider } from "./functions/leave-provider";
import { mailPasswordReset } from "./functions/mail-password-reset";
import { mailReport } from "./functions/mail-report";
import { mailWeeklyDigests } from "./functions/mail-weekly-digests";
import { makeReport } from "./functions/make-report";
import { postChat } from "./functions/post-chat";
import { removeObjects } from "./functions/remove-objects";
import { resealSecretsHourly } from "./functions/reseal-secrets";
import { revokeConsentAtGoogle } from "./functions/revoke-consent";
import { rollUpVisits } from "./functions/roll-up-visits";
import { runAudit } from "./functions/run-audit";
import { sendMail } from "./functions/send-mail";
import { settleBilling } from "./functions/settle-billing";
import { startAudits } from "./functions/start-audits";
import { tellAgency } from "./functions/tell-agency";
import { tidyAudit } from "./functions/tidy-audit";

/** Every job; the same code runs on the embedded runner and on Inngest. */
export const functions = [
  startAudits,
  runAudit,
  tidyAudit,
  concludeScheduledRun,
  makeReport,
  mailReport,
  tellAgency,
  sendMail,
  postChat,
  deliverWebhook,
  removeObjects,
  revokeConsentAtGoogle,
  resealSecretsHourly,
  forgetOld,
  mailWeeklyDigests,
  rollUpVisits,
  mailPasswordReset,
  exportData,
  deleteAccount,
  leaveProvider,
  settleBilling,
];

/** Answers Inngest's signed calls at /api/inngest. */
export const serveJobs = serve({ client: inngest, functions, enableUnauthedSync: false });
