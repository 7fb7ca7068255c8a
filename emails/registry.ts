// Generated from the files in this folder by: npx tsx scripts/docs.ts --write
import { accountDeleted } from "./account/account-deleted";
import { accountExists } from "./account/account-exists";
import { dataExportReady } from "./account/data-export-ready";
import { emailChangeConfirm } from "./account/email-change-confirm";
import { emailChangeDone } from "./account/email-change-done";
import { emailChanged } from "./account/email-changed";
import { emailVerified } from "./account/email-verified";
import { failedConfirmations } from "./account/failed-confirmations";
import { failedSignIns } from "./account/failed-sign-ins";
import { identityLink } from "./account/identity-link";
import { identityLinked } from "./account/identity-linked";
import { identityRemoved } from "./account/identity-removed";
import { newSignIn } from "./account/new-sign-in";
import { passwordChanged } from "./account/password-changed";
import { passwordReset } from "./account/password-reset";
import { sessionsEnded } from "./account/sessions-ended";
import { verifyEmail } from "./account/verify-email";
import { welcome } from "./account/welcome";
import { invoiceAvailable } from "./billing/invoice-available";
import { paymentActionRequired } from "./billing/payment-action-required";
import { paymentFailed } from "./billing/payment-failed";
import { paymentSucceeded } from "./billing/payment-succeeded";
import { refundIssued } from "./billing/refund-issued";
import { subscriptionCancelled } from "./billing/subscription-cancelled";
import { subscriptionCreated } from "./billing/subscription-created";
import { subscriptionUpdated } from "./billing/subscription-updated";
import { trialEnding } from "./billing/trial-ending";
import { usageLimitReached } from "./billing/usage-limit-reached";
import { usageLimitWarning } from "./billing/usage-limit-warning";
import { certificateExpiring } from "./monitoring/certificate-expiring";
import { searchPerfConnected } from "./monitoring/search-perf-connected";
import { searchPerfDisconnected } from "./monitoring/search-perf-disconnected";
import { uptimeDown } from "./monitoring/uptime-down";
import { uptimeRecovered } from "./monitoring/uptime-recovered";
import { orgDeleted } from "./organisation/org-deleted";
import { orgInvite } from "./organisation/org-invite";
import { orgInviteAccepted } from "./organisation/org-invite-accepted";
import { orgMemberRemoved } from "./organisation/org-member-removed";
import { orgOwnershipTransferred } from "./organisation/org-ownership-transferred";
import { orgRoleChanged } from "./organisation/org-role-changed";
import { webhookDisabled } from "./organisation/webhook-disabled";
import { agencyCoupon } from "./reports/agency-coupon";
import { agencyLead } from "./reports/agency-lead";
import { agencyWelcome } from "./reports/agency-welcome";
import { reportFailed } from "./reports/report-failed";
import { reportReady } from "./reports/report-ready";
import { firstScanComplete } from "./scans/first-scan-complete";
import { regressionAlert } from "./scans/regression-alert";
import { scanCancelled } from "./scans/scan-cancelled";
import { scanComplete } from "./scans/scan-complete";
import { scanFailed } from "./scans/scan-failed";
import { schedulePaused } from "./scans/schedule-paused";
import { scheduledScanSummary } from "./scans/scheduled-scan-summary";
import { weeklyDigest } from "./scans/weekly-digest";

/** Every template by group and id. Each one is defined in `emails/<group>/<id>.tsx`. */
export const emailGroups = {
  account: {
    "account-deleted": accountDeleted,
    "account-exists": accountExists,
    "data-export-ready": dataExportReady,
    "email-change-confirm": emailChangeConfirm,
    "email-change-done": emailChangeDone,
    "email-changed": emailChanged,
    "email-verified": emailVerified,
    "failed-confirmations": failedConfirmations,
    "failed-sign-ins": failedSignIns,
    "identity-link": identityLink,
    "identity-linked": identityLinked,
    "identity-removed": identityRemoved,
    "new-sign-in": newSignIn,
    "password-changed": passwordChanged,
    "password-reset": passwordReset,
    "sessions-ended": sessionsEnded,
    "verify-email": verifyEmail,
    welcome,
  },
  billing: {
    "invoice-available": invoiceAvailable,
    "payment-action-required": paymentActionRequired,
    "payment-failed": paymentFailed,
    "payment-succeeded": paymentSucceeded,
    "refund-issued": refundIssued,
    "subscription-cancelled": subscriptionCancelled,
    "subscription-created": subscriptionCreated,
    "subscription-updated": subscriptionUpdated,
    "trial-ending": trialEnding,
    "usage-limit-reached": usageLimitReached,
    "usage-limit-warning": usageLimitWarning,
  },
  monitoring: {
    "certificate-expiring": certificateExpiring,
    "search-perf-connected": searchPerfConnected,
    "search-perf-disconnected": searchPerfDisconnected,
    "uptime-down": uptimeDown,
    "uptime-recovered": uptimeRecovered,
  },
  organisation: {
    "org-deleted": orgDeleted,
    "org-invite": orgInvite,
    "org-invite-accepted": orgInviteAccepted,
    "org-member-removed": orgMemberRemoved,
    "org-ownership-transferred": orgOwnershipTransferred,
    "org-role-changed": orgRoleChanged,
    "webhook-disabled": webhookDisabled,
  },
  reports: {
    "agency-coupon": agencyCoupon,
    "agency-lead": agencyLead,
    "agency-welcome": agencyWelcome,
    "report-failed": reportFailed,
    "report-ready": reportReady,
  },
  scans: {
    "first-scan-complete": firstScanComplete,
    "regression-alert": regressionAlert,
    "scan-cancelled": scanCancelled,
    "scan-complete": scanComplete,
    "scan-failed": scanFailed,
    "schedule-paused": schedulePaused,
    "scheduled-scan-summary": scheduledScanSummary,
    "weekly-digest": weeklyDigest,
  },
} as const;

export const emails = {
  ...emailGroups.account,
  ...emailGroups.billing,
  ...emailGroups.monitoring,
  ...emailGroups.organisation,
  ...emailGroups.reports,
  ...emailGroups.scans,
};

export type EmailId = keyof typeof emails;
