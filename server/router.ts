import { solutionsRouter } from "@/server/domains/audits/fixes/router";
import { issuesRouter } from "@/server/domains/audits/issues/router";
import { resultsRouter } from "@/server/domains/audits/results/router";
import { auditsRouter } from "@/server/domains/audits/router";
import { rulesRouter } from "@/server/domains/audits/rules/router";
import { schedulesRouter } from "@/server/domains/audits/schedules/router";
import { triagePoliciesRouter } from "@/server/domains/audits/triage-policies/router";
import { urlListsRouter } from "@/server/domains/audits/url-lists/router";
import { websiteJourneysRouter } from "@/server/domains/audits/website-journeys/router";
import { websiteSignInsRouter } from "@/server/domains/audits/website-sign-ins/router";
import { websitesRouter } from "@/server/domains/audits/websites/router";
import { billingRouter } from "@/server/domains/billing/router";
import { accountRouter } from "@/server/domains/identity/account/router";
import { recoveryRouter } from "@/server/domains/identity/recovery/router";
import { authRouter } from "@/server/domains/identity/sign-in/router";
import { usersRouter } from "@/server/domains/identity/users/router";
import { webhooksRouter } from "@/server/domains/integrations/webhooks/router";
import { chatRouter } from "@/server/domains/messaging/chat/router";
import { emailEventsRouter } from "@/server/domains/messaging/email-events/router";
import { emailServiceRouter } from "@/server/domains/messaging/email-service/router";
import { outboxRouter } from "@/server/domains/messaging/preview/router";
import { promotionsRouter } from "@/server/domains/messaging/promotion-codes/router";
import { suppressionsRouter } from "@/server/domains/messaging/suppressions/router";
import { maintenanceRouter, monitorsRouter } from "@/server/domains/monitoring/monitors/router";
import { rumRouter } from "@/server/domains/monitoring/rum/router";
import { searchPerfRouter } from "@/server/domains/monitoring/search-performance/router";
import { healthRouter } from "@/server/domains/operations/health/router";
import { auditLogRouter } from "@/server/domains/organisations/audit-log/router";
import { membersRouter, organisationsRouter } from "@/server/domains/organisations/router";
import { brandingRouter } from "@/server/domains/reports/branding/router";
import { reportServiceRouter, reportsRouter } from "@/server/domains/reports/router";
import { router } from "@/server/endpoint/endpoint";

/** All endpoints of both services. The types of both web apps' clients are derived from this router. */
export const appRouter = router({
  auth: authRouter,
  recovery: recoveryRouter,
  users: usersRouter,
  account: accountRouter,
  organisations: organisationsRouter,
  members: membersRouter,
  branding: brandingRouter,
  auditLog: auditLogRouter,
  websites: websitesRouter,
  websiteSignIns: websiteSignInsRouter,
  urlLists: urlListsRouter,
  websiteJourneys: websiteJourneysRouter,
  audits: auditsRouter,
  results: resultsRouter,
  issues: issuesRouter,
  triagePolicies: triagePoliciesRouter,
  rules: rulesRouter,
  reports: reportsRouter,
  solutions: solutionsRouter,
  rum: rumRouter,
  schedules: schedulesRouter,
  searchPerf: searchPerfRouter,
  monitors: monitorsRouter,
  maintenance: maintenanceRouter,
  reportService: reportServiceRouter,
  mailService: emailServiceRouter,
  mailEvents: emailEventsRouter,
  suppressions: suppressionsRouter,
  promotions: promotionsRouter,
  billing: billingRouter,
  chat: chatRouter,
  webhooks: webhooksRouter,
  outbox: outboxRouter,
  health: healthRouter,
});

export type AppRouter = typeof appRouter;
