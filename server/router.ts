import { router } from "@/server/core/endpoint";
import { accountRouter } from "@/server/features/account/router";
import { auditLogRouter } from "@/server/features/audit-log/router";
import { auditsRouter } from "@/server/features/audits/router";
import { authRouter } from "@/server/features/auth/router";
import { billingRouter } from "@/server/features/billing/router";
import { chatRouter } from "@/server/features/chat/router";
import { healthRouter } from "@/server/features/health/router";
import { issuesRouter } from "@/server/features/issues/router";
import { mailEventsRouter } from "@/server/features/mail-events/router";
import { mailServiceRouter } from "@/server/features/mail-service/router";
import { maintenanceRouter, monitorsRouter } from "@/server/features/monitors/router";
import { brandingRouter, membersRouter, organisationsRouter } from "@/server/features/organisations/router";
import { outboxRouter } from "@/server/features/outbox/router";
import { promotionsRouter } from "@/server/features/promotions/router";
import { reportServiceRouter, reportsRouter } from "@/server/features/reports/router";
import { resultsRouter } from "@/server/features/results/router";
import { rumRouter } from "@/server/features/rum/router";
import { schedulesRouter } from "@/server/features/schedules/router";
import { searchPerfRouter } from "@/server/features/search-perf/router";
import { solutionsRouter } from "@/server/features/solutions/router";
import { suppressionsRouter } from "@/server/features/suppressions/router";
import { usersRouter } from "@/server/features/users/router";
import { webhooksRouter } from "@/server/features/webhooks/router";
import { websitesRouter } from "@/server/features/websites/router";

/** Every endpoint of both services; the two web apps' clients are typed by it. */
export const appRouter = router({
  auth: authRouter,
  users: usersRouter,
  account: accountRouter,
  organisations: organisationsRouter,
  members: membersRouter,
  branding: brandingRouter,
  auditLog: auditLogRouter,
  websites: websitesRouter,
  audits: auditsRouter,
  results: resultsRouter,
  issues: issuesRouter,
  reports: reportsRouter,
  solutions: solutionsRouter,
  rum: rumRouter,
  schedules: schedulesRouter,
  searchPerf: searchPerfRouter,
  monitors: monitorsRouter,
  maintenance: maintenanceRouter,
  reportService: reportServiceRouter,
  mailService: mailServiceRouter,
  mailEvents: mailEventsRouter,
  suppressions: suppressionsRouter,
  promotions: promotionsRouter,
  billing: billingRouter,
  chat: chatRouter,
  webhooks: webhooksRouter,
  outbox: outboxRouter,
  health: healthRouter,
});

export type AppRouter = typeof appRouter;
