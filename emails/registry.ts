import { accountDeleted } from "./account/account-deleted";
import { accountExists } from "./account/account-exists";
import { dataExportReady } from "./account/data-export-ready";
import { emailChangeConfirm } from "./account/email-change-confirm";
import { emailChanged } from "./account/email-changed";
import { emailVerified } from "./account/email-verified";
import { identityLink } from "./account/identity-link";
import { newSignIn } from "./account/new-sign-in";
import { passwordChanged } from "./account/password-changed";
import { passwordReset } from "./account/password-reset";
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

/** Every template by its id, in the order of the groups above. */
export const emails = {
  welcome,
  "verify-email": verifyEmail,
  "email-verified": emailVerified,
  "account-exists": accountExists,
  "password-reset": passwordReset,
  "password-changed": passwordChanged,
  "email-change-confirm": emailChangeConfirm,
  "email-changed": emailChanged,
  "identity-link": identityLink,
  "new-sign-in": newSignIn,
  "account-deleted": accountDeleted,
  "data-export-ready": dataExportReady,
  "org-invite": orgInvite,
  "org-invite-accepted": orgInviteAccepted,
  "org-member-removed": orgMemberRemoved,
  "org-role-changed": orgRoleChanged,
  "org-ownership-transferred": orgOwnershipTransferred,
  "org-deleted": orgDeleted,
  "webhook-disabled": webhookDisabled,
  "scan-complete": scanComplete,
  "first-scan-complete": firstScanComplete,
  "scan-failed": scanFailed,
  "scan-cancelled": scanCancelled,
  "scheduled-scan-summary": scheduledScanSummary,
  "schedule-paused": schedulePaused,
  "regression-alert": regressionAlert,
  "weekly-digest": weeklyDigest,
  "report-ready": reportReady,
  "report-failed": reportFailed,
  "agency-lead": agencyLead,
  "agency-coupon": agencyCoupon,
  "agency-welcome": agencyWelcome,
  "payment-succeeded": paymentSucceeded,
  "payment-failed": paymentFailed,
  "payment-action-required": paymentActionRequired,
  "subscription-created": subscriptionCreated,
  "subscription-updated": subscriptionUpdated,
  "subscription-cancelled": subscriptionCancelled,
  "trial-ending": trialEnding,
  "usage-limit-warning": usageLimitWarning,
  "usage-limit-reached": usageLimitReached,
  "invoice-available": invoiceAvailable,
  "refund-issued": refundIssued,
  "uptime-down": uptimeDown,
  "uptime-recovered": uptimeRecovered,
  "certificate-expiring": certificateExpiring,
  "search-perf-connected": searchPerfConnected,
  "search-perf-disconnected": searchPerfDisconnected,
} as const;

export type EmailId = keyof typeof emails;
